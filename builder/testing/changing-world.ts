import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import type { HistoryLine } from '@datchain/shared/domain/dat-events.ts';
import type { StoredPublic } from '@datchain/testing/server/a-copy.ts';
import fc from 'fast-check';
import {
  aStoredAsset,
  manyAssets,
  storedArtwork,
  storedAt,
  storedBlocks,
  storedMetrics,
} from '../../ledger/testing/stored-world.ts';

const artists = 7;
const everyone = [
  ...Array.from({ length: artists }, (_, at) => [`maker-${at}`, `artist${at}`] as const),
  ['fan-1', 'lenafjeldstad'],
  ['fan-2', 'bo'],
] as const;

interface Person {
  username: string;
  about: string;
  followers: number;
  isUnnamed: boolean;
}

export interface World {
  /** Works by document: main, p1. Some rows are unreadable. */
  readonly pages: [unknown[], unknown[]];
  /** The smallest number of works: 46 keep the second page of /dats. */
  readonly fewest: number;
  /** Removed works, which may return. */
  readonly removed: StoredAsset[];
  /** Reported plays, by document and work. */
  readonly days: [Record<string, number>, Record<string, number>];
  readonly ownPlays: Record<string, number>;
  readonly earnedUsd: Record<string, number>;
  readonly histories: Record<string, HistoryLine[]>;
  readonly people: Record<string, Person>;
  platformRemaining: number;
  /** In seconds. */
  now: number;
  readonly written: Map<string, { readonly json: string | undefined; readonly at: number }>;
}

export function aWorld(count: number): World {
  const assets = manyAssets(count);
  const middle = Math.ceil(count / 2);
  return {
    pages: [assets.slice(0, middle), assets.slice(middle)],
    fewest: count - 2,
    removed: [],
    // Some reported works are not in the catalogue.
    days: [{ 'dat-1': 7 }, { 'dat-2': 9, 'dat-900': 3 }],
    ownPlays: {},
    earnedUsd: {},
    histories: {},
    people: Object.fromEntries(
      everyone.map(([uid, username]) => [
        uid,
        { username, about: `I am ${uid}.`, followers: 0, isUnnamed: false },
      ]),
    ),
    platformRemaining: 41_000,
    now: storedAt / 1_000,
    written: new Map(),
  };
}

const isWork = (row: unknown): row is StoredAsset => !String((row as StoredAsset).id).endsWith('?');
const worksOf = ({ pages }: World): StoredAsset[] => pages.flat().filter(isWork);

const listed = (plays: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(plays).map(([id, count]) => [
      id,
      { spotify: { dates: { '2026-11-19': count } } },
    ]),
  );

/** Returns the databases' content. A deleted path has no value. */
export function storedIn(world: World): StoredPublic {
  const documents = new Map<string, unknown>([
    [`${docs.assetsSummaries}/main`, { assets: world.pages[0] }],
    [`${docs.assetsSummaries}/p1`, world.pages[1].length > 0 ? { assets: world.pages[1] } : null],
    [`${docs.analyticsSummaries}/main`, listed(world.days[0])],
    [`${docs.analyticsSummaries}/p1`, listed(world.days[1])],
    ...Object.entries(world.histories).map(
      ([id, lines]) => [docs.datHistory(id), { lines }] as const,
    ),
    ...Object.entries(world.people).flatMap(([uid, { username, about, followers, isUnnamed }]) => [
      [docs.publicProfile(uid), { username, about, links: [] }] as const,
      [docs.publicLogPerson(uid), { person: isUnnamed ? '' : `p-${uid}`, isUnnamed }] as const,
      [docs.followers(uid), followers > 0 ? { count: followers } : null] as const,
    ]),
  ]);
  for (const [path, value] of documents) {
    const json = value === null ? undefined : JSON.stringify(value);
    const before = world.written.get(path);
    if (!before || before.json !== json) world.written.set(path, { json, at: world.now });
  }
  return {
    documents: Object.fromEntries(
      [...world.written].map(([path, { json, at }]) => [
        path,
        { value: json === undefined ? undefined : JSON.parse(json), at },
      ]),
    ),
    live: {
      [live.tokenBlocks]: {
        ...storedBlocks,
        36: { ...storedBlocks[36], platformRemaining: world.platformRemaining },
      },
      [live.metrics]: storedMetrics,
      ...Object.fromEntries(
        Object.entries(world.ownPlays).map(([id, plays]) => [
          live.streamStats(id),
          { daily: { '2026-11-18': plays } },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(world.earnedUsd).map(([id, usd]) => [
          `${live.allEarnings}/${id}`,
          { totalEarnings: usd + 1, sales: { totalEarnings: 1 } },
        ]),
      ),
    },
  };
}

export type Change = (world: World) => void;

/** Few numbers, so that changes meet. */
const ofNumber = (change: (world: World, number: number) => void) =>
  fc.oneof({ weight: 3, arbitrary: fc.nat(5) }, fc.nat()).map(
    (number): Change =>
      (world) =>
        change(world, number),
  );

const ofWork = (change: (asset: StoredAsset, at: number, world: World) => void) =>
  ofNumber((world, number) => {
    const works = worksOf(world);
    const at = number % works.length;
    const asset = works[at];
    if (asset) change(asset, at, world);
  });

const ofPerson = (change: (person: Person, number: number) => void) =>
  ofNumber(({ people }, number) => {
    const all = Object.values(people);
    const person = all[number % all.length];
    if (person) change(person, number);
  });

function replace({ pages }: World, { id }: StoredAsset, ...rows: unknown[]): void {
  for (const page of pages) {
    const at = page.findIndex((row) => (row as StoredAsset).id === id);
    if (at >= 0) page.splice(at, 1, ...rows);
  }
}

const withEdition = (asset: StoredAsset, number: number, changes: object): StoredAsset => ({
  ...asset,
  editions: asset.editions.map((one) => (one.edition === number ? { ...one, ...changes } : one)),
});

export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  ofWork((asset, _at, world) => {
    replace(world, asset, { ...asset, SongName: `${asset.SongName} again` });
  }),
  ofWork((asset, at, world) => {
    const to = {
      isForSale: false,
      username: world.people['fan-2']?.username,
      currentOwnerId: 'fan-2',
    };
    replace(world, asset, withEdition(asset, (at % 20) + 1, to));
  }),
  ofWork((asset, at, world) => {
    const { creatorId, creatorUsername } = asset;
    const to = { isForSale: true, username: creatorUsername, currentOwnerId: creatorId };
    replace(world, asset, withEdition(asset, (at % 20) + 1, to));
  }),
  ofWork((asset, at, world) => {
    replace(world, asset, withEdition(asset, 3, { isForSale: true, price: 10 + at }));
  }),
  ofWork((asset, _at, world) => {
    replace(world, asset, { ...asset, creatorUsername: 'another', ArtistName: 'Another' });
  }),
  ofWork((asset, _at, world) => {
    const takenDown = asset.takenDown ? null : { at: storedAt, reason: 'A claim of rights' };
    replace(world, asset, { ...asset, takenDown });
  }),
  ofWork((asset, _at, world) => {
    if (worksOf(world).length <= world.fewest) return;
    replace(world, asset);
    world.removed.push(asset);
  }),
  ofNumber(({ removed, pages }, number) => {
    const asset = removed.pop();
    if (asset) pages[number % 2 === 0 ? 0 : 1].push(asset);
  }),
  // The work moves to the other document.
  ofWork((asset, _at, world) => {
    const to = world.pages[0].includes(asset) ? world.pages[1] : world.pages[0];
    replace(world, asset);
    to.push(asset);
  }),
  ofNumber((world) => {
    const next = Math.max(...worksOf(world).map(({ id }) => Number(id.slice(4)))) + 1;
    world.pages[0].unshift(aStoredAsset(next, { releaseTimestamp: storedAt + next }));
  }),
  ofWork(({ id }, at, { days }) => {
    const own = days[at % 2 === 0 ? 0 : 1];
    own[id] = (own[id] ?? 0) + at + 1;
  }),
  ofWork(({ id }, _at, { days }) => {
    for (const own of days) delete own[id];
  }),
  ofNumber(({ days }, number) => {
    days[1]['dat-900'] = number;
  }),
  ofWork(({ id }, at, { ownPlays }) => {
    ownPlays[id] = (ownPlays[id] ?? 0) + at + 1;
  }),
  ofWork(({ id }, at, { earnedUsd }) => {
    earnedUsd[id] = at;
  }),
  ofWork(({ id, creatorUsername }, at, { histories, now }) => {
    const line = { at: now * 1_000 + at, kind: 'sold', edition: (at % 20) + 1 } as const;
    const sale = { ...line, priceCents: 1_000, from: creatorUsername, to: 'bo' };
    histories[id] = [sale, ...(histories[id] ?? [])];
  }),
  ofPerson((person, number) => {
    person.about = 'x'.repeat(number % 3);
  }),
  ofPerson((person, number) => {
    person.followers = number % 3;
  }),
  ofPerson((person) => {
    person.isUnnamed = !person.isUnnamed;
  }),
  // The rows of their works keep the former username.
  ofPerson((person, number) => {
    person.username = number % 2 === 0 ? `name${number % 100}` : 'maker';
  }),
);

/** Unreadable and reported rows, which come and go. */
export const oddRow: fc.Arbitrary<Change> = fc.oneof(
  ofNumber(({ pages }, number) => {
    pages[number % 2 === 0 ? 0 : 1].push({ id: `bad-${number}?` });
  }),
  ofNumber(({ pages }) => {
    for (const page of pages) page.splice(0, page.length, ...page.filter(isWork));
  }),
  ofWork((asset, _at, world) => {
    const ArtworkURL = asset.ArtworkURL === '' ? storedArtwork('found') : '';
    replace(world, asset, { ...asset, ArtworkURL });
  }),
  // The work's row is in both documents.
  ofWork((asset, _at, { pages }) => {
    pages[1].push(asset);
  }),
);
