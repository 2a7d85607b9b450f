import { randomUUID } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type Fan, market } from '@datchain/testing/server/market.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { expect, test } from 'vitest';
import { firestore } from '../stores/firebase.ts';

const m = market();
const r = releasing(m);

const form = (artistName: string, change: object = {}) => ({
  artistName,
  musicUrl: 'music.example/tidepool',
  pageUrl: 'https://tidepool.example',
  owns: 'artist',
  note: 'Three songs are done.',
  ...change,
});
const answer = async (name: string, input: object, { token }: Pick<Fan, 'token'>) => {
  const { status, body } = await m.call(name, input, token);
  return status === 200 ? body.result : [status, body.error.message];
};
const apply = (fan: Fan, input: object) => answer('applyToRelease', input, fan);
const look = (fan: Fan) => answer('getApplication', {}, fan);
const stored = async (path: string) => (await firestore().doc(path).get()).data();

async function member(change: { accountType?: 'Artist' | 'Fan'; artistName?: string } = {}) {
  const fan = await m.signUp({ hasDocument: false });
  const { uid, email } = fan;
  const made = await r.person({ uid, email, accountType: 'Fan', artistName: '', ...change });
  await firestore().doc(docs.username(made.username.toLowerCase())).set({ uid });
  return { ...fan, ...made };
}
const decide = async (what: string, { username }: { username: string }, change: object = {}) =>
  answer('decide', { what, id: username, reason: 'Own songs.', ...change }, await r.deskOperator());
const newsOf = async ({ uid }: { uid: string }) =>
  (await firestore().collection(docs.notifications(uid)).get()).docs.map((one) => one.data());
const mailsOf = async ({ uid }: { uid: string }) =>
  (await firestore().collection(docs.mails).where('uid', '==', uid).get()).size;

test('[N-PPL-09] a fan who applies and is allowed becomes an artist and may release only their own works', async () => {
  const fan = await member();
  const name = `Tide Pool ${fan.username}`;
  expect(await look(fan)).toMatchObject({ state: 'none', isArtist: false, sent: null });
  expect(await apply(fan, form(` ${name} `))).toEqual({
    state: 'waiting',
    username: fan.username,
    artistName: name,
    isArtist: false,
    sent: form(name, { musicUrl: 'https://music.example/tidepool' }),
    reason: null,
  });
  const other = await member();
  const taken = 'Another artist has this name, or one that looks like it.';
  expect(await apply(other, form(name.toUpperCase()))).toEqual([409, taken]);

  expect(await decide('allow-application', fan)).toEqual({});
  expect(await look(fan)).toMatchObject({ state: 'allowed', isArtist: true, artistName: name });
  expect(await stored(docs.user(fan.uid))).toMatchObject({
    accountType: 'Artist',
    ArtistName: name,
    ArtistNameLower: name.toLowerCase(),
    username: fan.username,
  });
  expect(await stored(docs.publicProfile(fan.uid))).toMatchObject({ accountType: 'Artist', name });
  expect(await newsOf(fan)).toEqual([
    { kind: 'application-decided', isAllowed: true, reason: 'Own songs.', at: expect.any(Number) },
  ]);
  expect(await mailsOf(fan)).toBe(1);

  const self = { ...fan, accountType: 'Artist' as const, artistName: name };
  const files = await uploadFiles(fan);
  const others = { songs: [songFor(await r.person(), files)] };
  const own = { songs: [songFor(self, files)] };
  expect(await answer('releaseDAT', others, fan)).toEqual([
    403,
    'This account can release for itself only.',
  ]);
  const contentId = await r.post(await r.person());
  expect(await answer('releaseDATFromSummary', { contentId }, fan)).toEqual([
    403,
    'This account can release for itself only.',
  ]);
  expect(await answer('releaseDAT', own, fan)).toMatchObject({ datIds: [expect.any(String)] });
  expect(await apply(fan, form(name))).toEqual([400, 'You can release already.']);
});

test('[N-PPL-09] a declined applicant reads the reason, loses the name, and can apply again', async () => {
  const fan = await member();
  const name = `Salt ${fan.username}`;
  await apply(fan, form(name));
  expect(await decide('decline-application', fan, { reason: 'Send a page  of yours.' })).toEqual(
    {},
  );
  expect(await look(fan)).toMatchObject({ state: 'declined', reason: 'Send a page of yours.' });
  expect(await newsOf(fan)).toMatchObject([{ isAllowed: false, reason: 'Send a page of yours.' }]);
  const other = await member();
  expect(await apply(other, form(name))).toMatchObject({ state: 'waiting' });
  expect(await apply(fan, form(name))).toEqual([409, expect.stringMatching(/^Another artist/)]);
  expect(await apply(fan, form(`${name} Two`))).toMatchObject({ state: 'waiting', reason: null });
  expect((await stored(docs.user(fan.uid)))?.accountType).toBe('Fan');
});

test('[N-PPL-09] an artist applies under their own name; after a correction, a decision about the old version is refused', async () => {
  const artist = await member({ accountType: 'Artist', artistName: `Kestrel ${randomUUID()}` });
  expect(await apply(artist, form('Somebody Else'))).toEqual([
    400,
    'The artist name is not this account’s.',
  ]);
  await apply(artist, form(artist.artistName));
  const seenAt = (await stored(docs.application(artist.uid)))?.at;
  await apply(artist, form(artist.artistName));
  expect((await stored(docs.application(artist.uid)))?.at).toBe(seenAt);
  await apply(artist, form(artist.artistName, { note: 'Four songs.' }));
  expect(await decide('allow-application', artist, { seenAt })).toEqual([
    409,
    'The application has changed. Refresh the page.',
  ]);
  expect(await decide('allow-application', artist)).toEqual({});
  expect(await decide('decline-application', artist)).toEqual([
    400,
    'Somebody else has decided this application.',
  ]);
  expect(await look(artist)).toMatchObject({ state: 'allowed' });
});

test('[N-PPL-18] an application can be sent or changed ten times a day; the next refusal says when to try again', async () => {
  const artist = await member({ accountType: 'Artist', artistName: `Heron ${randomUUID()}` });
  const change = (n: number) => apply(artist, form(artist.artistName, { note: `Note ${n}.` }));
  for (let n = 0; n < 10; n++) {
    expect(await change(n)).toMatchObject({ state: 'waiting' });
    expect(await change(n)).toMatchObject({ state: 'waiting' });
  }
  expect(await change(10)).toEqual([
    429,
    expect.stringMatching(
      /^You sent or changed your application 10 times within a day\. You can change it again in /,
    ),
  ]);
  expect(await look(artist)).toMatchObject({ state: 'waiting', sent: { note: 'Note 9.' } });
});

test('[N-PPL-09] when operators decide at once, one decision counts and the applicant is notified once', async () => {
  const fan = await member();
  await apply(fan, form(`Twice ${fan.username}`));
  const answers = await Promise.all([
    decide('allow-application', fan),
    decide('decline-application', fan),
    decide('allow-application', fan),
  ]);
  expect(answers.filter((one) => !Array.isArray(one))).toHaveLength(1);
  expect(await newsOf(fan)).toHaveLength(1);
  expect(await mailsOf(fan)).toBe(1);
  const kept = await firestore().collection(docs.decisions).where('id', '==', fan.username).get();
  expect(kept.size).toBe(1);
});

test('[N-PPL-09] an application with an unconfirmed address, an unfinished sign-up or invalid fields is refused', async () => {
  const unconfirmed = await m.signUp({ emailVerified: false });
  expect(await apply(unconfirmed, form('A'))).toEqual([400, expect.stringMatching(/e-mail/i)]);
  const unfinished = await m.signUp({ hasDocument: false });
  expect(await apply(unfinished, form('B'))).toEqual([400, 'Finish signing up first.']);
  const fan = await member();
  const refused: [object, string][] = [
    [{ musicUrl: 'javascript:alert(1)' }, 'Give the address of a page with your songs.'],
    [{ pageUrl: 'me' }, 'Give the address of a page where you speak as the artist.'],
    [{ note: 'x'.repeat(501) }, 'Write at most 500 characters.'],
    [{ artistName: '\u200b' }, 'An artist name must have letters or digits.'],
  ];
  for (const [change, sentence] of refused) {
    expect(await apply(fan, form(`C ${fan.username}`, change))).toEqual([400, sentence]);
  }
  expect(await stored(docs.application(fan.uid))).toBeUndefined();
});
