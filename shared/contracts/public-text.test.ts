import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { noTypedFacts, readFact, textFacts } from '../domain/recording-facts.ts';
import { changeAccount } from './calls/account.ts';
import { applyToRelease } from './calls/application.ts';
import { claimArtistName } from './calls/artist-name.ts';
import { decide } from './calls/operators.ts';
import { setRecordingFacts } from './calls/recording-facts.ts';
import { readApplication } from './documents/application.ts';
import { readAsset } from './documents/asset-summary.ts';
import { readDatHistory } from './documents/dat-history.ts';
import { readLiveEdition } from './documents/dat-live.ts';
import { readDecision } from './documents/decision.ts';
import { readMusicSummary } from './documents/music-summary.ts';
import { readProfile } from './documents/profile.ts';
import { readReport } from './documents/report.ts';
import { readProfileTexts } from './profile-texts.ts';
import { releaseSong } from './release-song.ts';
import { reportRequest } from './report-request.ts';

const song = {
  ArtistName: 'Ada',
  ArtistNameLower: 'ada',
  artistId: 'uid',
  SongName: 'Salt',
  songNameLower: 'salt',
  isNFT: true,
  ArtworkURL: 'https://a.example',
  SongURL: 'https://a.example',
  genres: ['pop'],
  artistFeatures: [],
  producers: [],
  songwriters: [],
  recordLabels: [],
  collaborators: [],
};
const application = {
  artistName: 'Ada',
  musicUrl: 'a.example',
  pageUrl: 'a.example',
  owns: 'artist',
  note: '',
};
const report = {
  key: '00000000-0000-4000-8000-000000000000',
  datId: 'dat',
  about: 'rights',
  text: 'Text',
  from: 'Ada',
  email: 'ada@dats.test',
};
const credit = (tag: string) => [{ id: 'tag:x', tag }];

type TypedText = [v.GenericSchema, (text: string) => unknown];

const factsInWords = textFacts.filter((fact) => readFact(fact, '2026 Ada') !== undefined);

const typedTexts: Readonly<Record<string, TypedText>> = {
  'a name': [changeAccount.input, (name) => ({ name })],
  'a text about oneself': [changeAccount.input, (about) => ({ about })],
  'an artist name': [claimArtistName.input, (artistName) => ({ artistName })],
  'the name of an applicant': [
    applyToRelease.input,
    (text) => ({ ...application, artistName: text }),
  ],
  'the note of an applicant': [applyToRelease.input, (note) => ({ ...application, note })],
  'a title': [releaseSong, (SongName) => ({ ...song, SongName })],
  'a title in lower case': [releaseSong, (songNameLower) => ({ ...song, songNameLower })],
  'the artist of a song': [releaseSong, (ArtistName) => ({ ...song, ArtistName })],
  'a credit': [releaseSong, (text) => ({ ...song, producers: credit(text) })],
  ...Object.fromEntries(
    factsInWords.flatMap(
      (fact) =>
        [
          [
            `the ${fact} of a work`,
            [
              setRecordingFacts.input,
              (text) => ({ datId: 'dat', facts: { ...noTypedFacts, [fact]: `2026 ${text}` } }),
            ],
          ],
          [
            `the ${fact} of a release`,
            [releaseSong, (text) => ({ ...song, [fact]: `2026 ${text}` })],
          ],
        ] satisfies [string, TypedText][],
    ),
  ),
  'a report': [reportRequest, (text) => ({ ...report, text })],
  'the name of a reporter': [reportRequest, (from) => ({ ...report, from })],
  'the reason of a decision': [
    decide.input,
    (reason) => ({ what: 'take-down', id: 'dat', reason }),
  ],
};

test('some facts of a recording are free text', () => {
  expect(factsInWords).toContain('pLine');
});

describe.each(Object.entries(typedTexts))('[N-PPL-16] %s', (_what, [schema, withText]) => {
  const parse = (text: string) => v.safeParse(schema, withText(text));

  test('is refused if a character in it reverses the reading direction', () => {
    const parsed = parse('\u202eojnokO adA');
    expect(parsed.success).toBe(false);
    expect(parsed.issues?.[0].message).toMatch(/changes the reading direction/);
  });

  test('is stored in composed form, without control or invisible characters', () => {
    const parsed = parse(' Jose\u0301\0 \u200eAda\u200b\u0007 ');
    expect(parsed.issues).toBeUndefined();
    expect(JSON.stringify(parsed.output)).toContain('Jos\u00e9 Ada"');
  });
});

test('[N-PPL-16] a link with an invisible character is refused when typed and left out when stored', () => {
  for (const link of ['https://a.example/\u202egpj.x', 'https://a.example/\ue000']) {
    const parsed = v.safeParse(changeAccount.input, { links: [link] });
    expect(parsed.issues?.[0].message).toBe(
      'Give the address of a page, such as https://example.com/you.',
    );
    expect(readProfileTexts({ links: [link] }).links).toEqual([]);
  }
});

const odd = '\u202eJose\u0301\0\u2028 \u2067Ada\u200b';
const plain = 'Jos\u00e9 Ada';
const release = { producers: credit(odd), editions: [{ edition: 1, username: odd }] };

const readTexts: Readonly<Record<string, unknown>> = {
  'the row of a work': readAsset(
    {
      ...release,
      id: 'dat',
      SongName: odd,
      ArtistName: odd,
      creatorUsername: odd,
      recordingFacts: { pLine: `2026 ${odd}` },
      takenDown: { at: 1, reason: odd },
    },
    'row',
  ),
  'a profile': readProfile('uid', { username: odd, accountType: 'Artist', ArtistName: odd }),
  'a text about oneself': readProfileTexts({ about: odd.replace('\u2028', '') }),
  'a history': readDatHistory({
    lines: [{ at: 1, kind: 'taken-down', from: odd, to: odd, reason: odd }],
  }),
  'a live edition': readLiveEdition({ 1: { isForSale: true, username: odd } }, 1),
  'the catalogue': readMusicSummary({
    posts: [{ SongName: odd, albumName: odd, ArtistName: odd }],
  }),
  'an application': readApplication({
    ...application,
    uid: 'uid',
    state: 'waiting',
    at: 1,
    reason: odd,
    artistName: odd,
  }),
  'a report': readReport({
    ...report,
    id: 'one',
    from: odd,
    state: 'open',
    at: 1,
    count: 1,
    keys: [report.key],
    expiresAt: null,
  }),
  'a decision': readDecision({ what: 'restore', id: 'dat', reason: odd, uid: 'uid', at: 1 }),
};

test.each(Object.entries(readTexts))(
  '[N-PPL-16] %s shows a cleaned text, however it was stored',
  (_what, read) => {
    const shown = JSON.stringify(read);
    expect(shown).toContain(plain);
    expect(shown.normalize('NFC')).toBe(shown);
    expect(shown).not.toMatch(/\\u|[\p{Bidi_Control}\u2028\u200b]/u);
  },
);
