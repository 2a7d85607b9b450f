import { assetsIn, type BadRow } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { isRecord, readList, readText } from '@datchain/shared/contracts/tolerant.ts';
import { tiers } from '@datchain/shared/domain/config.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { pictureUrl } from './views/page/picture-url.ts';

export type Remark = BadRow;

type Stored = Readonly<Record<string, unknown>>;
/** @param names all names in the row */
type Applies = (stored: Stored, dat: Dat, names: string) => boolean;
type Notice = readonly [problem: string, applies: Applies];

const namesOf = (dat: Dat): string =>
  [
    dat.songName,
    dat.artistName,
    dat.creatorUsername,
    ...[dat.artistFeatures, dat.producers, dat.songwriters, dat.recordLabels].flatMap((people) =>
      people.map(({ tag }) => tag),
    ),
  ].join('\n');

const storedEditions = (stored: Stored): Stored[] => readList(stored.editions).filter(isRecord);

const hasHoles = (_stored: Stored, { editions }: Dat): boolean =>
  editions.some(({ number }, index) => number !== index + 1);

const losesEditions = (stored: Stored, { editions }: Dat): boolean =>
  isRecord(stored.editions) || Array.isArray(stored.editions)
    ? readList(stored.editions).length !== editions.length
    : stored.editions !== undefined;

const isText = (value: unknown): boolean => typeof value === 'string';

const numbersAreText = (stored: Stored): boolean =>
  isText(stored.releaseTimestamp) ||
  storedEditions(stored).some(
    ({ edition, price, royalties }) => isText(edition) || isText(price) || isText(royalties),
  );

const notices: readonly Notice[] = [
  ['no artwork', (_stored, { artworkUrl, takenDown }) => artworkUrl === '' && !takenDown],
  [
    'an artwork address without a picture',
    (_stored, { artworkUrl }) => artworkUrl !== '' && !pictureUrl(artworkUrl),
  ],
  ['no releaseTimestamp, so it comes last', (_stored, { releasedAt }) => releasedAt === undefined],
  ['no creator', (_stored, { creatorUsername }) => creatorUsername === ''],
  [
    'an unknown tier, shown as Bronze',
    ({ tier }) => !tiers.some((known) => known.toLowerCase() === String(tier).toLowerCase()),
  ],
  ['no editions', (_stored, { editions }) => editions.length === 0],
  ['holes among its editions', hasHoles],
  ['editions that cannot be read or appear twice', losesEditions],
  ['numbers written as text', numbersAreText],
  ['markup in its names, shown as text', (_stored, _dat, names) => /<[a-z!/]/i.test(names)],
  ['emoji in its names', (_stored, _dat, names) => /\p{Extended_Pictographic}/u.test(names)],
  [
    'right-to-left names',
    (_stored, _dat, names) =>
      /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(names),
  ],
  [
    'names with hidden characters that change the direction of text',
    // Reading has removed these characters.
    (stored) => /\p{Bidi_Control}/u.test(JSON.stringify(stored)),
  ],
];

export function remarksOn(summary: unknown, dats: readonly Dat[]): Remark[] {
  const byId = new Map(dats.map((dat) => [dat.id, dat]));
  return assetsIn(summary).flatMap((stored) => {
    const dat = isRecord(stored) ? byId.get(readText(stored.id).trim()) : undefined;
    if (!isRecord(stored) || !dat) return [];
    // A second row with this id is not read.
    byId.delete(dat.id);
    const names = namesOf(dat);
    return notices
      .filter(([, applies]) => applies(stored, dat, names))
      .map(([problem]) => ({ row: dat.id, problem }));
  });
}

/** The number of rows that a line names; the others are counted. */
const NAMED = 5;

export function remarkLines(remarks: readonly Remark[]): string[] {
  const byProblem = new Map<string, string[]>();
  for (const { row, problem } of remarks) {
    const rows = byProblem.get(problem);
    if (rows) rows.push(row);
    else byProblem.set(problem, [row]);
  }
  return [...byProblem].map(([problem, rows]) => {
    const more = rows.length > NAMED ? ` and ${rows.length - NAMED} more` : '';
    return `Shown, but noted: ${problem}: ${rows.slice(0, NAMED).join(', ')}${more}.`;
  });
}
