import type { EditionState } from '@datchain/shared/domain/books/guards.ts';
import { DAY_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import { accepted } from '@datchain/testing/server/accepted.ts';
import { memoryValues, putInMonthRecord } from '@datchain/testing/server/stream-runs.ts';
import { expect, test, vi } from 'vitest';
import { Door } from '../journal/door.ts';
import { openingDatEntry } from '../journal/entries/editions.ts';
import type { Batch } from '../stores/document-store.ts';
import { memoryStore } from '../stores/memory-store.ts';
import { distributeStreams } from './distribute-streams.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

const NOW = Date.UTC(2026, 10, 20, 12);
const HOLDERS_A_WORK = 6;
const WORKS_AN_ARTIST = 10;
const platforms = ['spotify', 'apple_music', 'amazon_music'] as const;

const edition = (number: number, ownerUid: string): EditionState => ({
  number,
  ownerUid,
  priceCents: 1_000,
  askPriceCents: null,
  sharePpm: 25_000,
  version: 1,
  wasSold: true,
  owners: [{ uid: ownerUid, since: 1 }],
});

/** Makes works whose editions belong to `holders` people, as evenly as possible. */
async function aWorld(works: number, holders: number) {
  const memory = memoryStore();
  const clock = { now: () => NOW };
  const door = new Door(memory, clock);
  const pairs = Array.from({ length: works * HOLDERS_A_WORK }, (_, pair) => pair);
  // Steps of a sixth of all holders: the works of one holder are spread over all works.
  const holderOf = (pair: number) =>
    `fan${(Math.floor(pair / HOLDERS_A_WORK) + (pair % HOLDERS_A_WORK) * Math.ceil(holders / HOLDERS_A_WORK)) % holders}`;
  const distinct = (pair: number) => (holders === pairs.length ? `fan${pair}` : holderOf(pair));
  const totals = { streamMicros: 0, salesMicros: 0 };
  for (let work = 0; work < works; work++) {
    const id = `w${work}`;
    const editions = Array.from({ length: HOLDERS_A_WORK }, (_, index) =>
      edition(index + 1, distinct(work * HOLDERS_A_WORK + index)),
    );
    const creatorUid = `artist${Math.floor(work / WORKS_AN_ARTIST)}`;
    await accepted(door.commit(openingDatEntry({ id, creatorUid, editions }, totals)));
  }
  const written = new Map<string, number>();
  const count = ({ create = [], replace = [], remove = [], increment = [] }: Batch) => {
    for (const { path } of [...create, ...replace, ...remove, ...increment]) {
      const kind = path.replace(/^(?:users\/[^/]+\/)?([a-z]+\/[a-z]*|[a-z]+).*$/i, '$1');
      written.set(kind, (written.get(kind) ?? 0) + 1);
    }
  };
  const store = {
    ...memory,
    write: (batch: Batch) => {
      count(batch);
      return memory.write(batch);
    },
  };
  const counting = new Door(store, clock);
  const books = { commit: counting.commit.bind(counting) };
  const services = { store: memory, clock, books } as never;
  return {
    written,
    async day(date: string) {
      for (let work = 0; work < works; work++) {
        for (const platform of platforms) {
          await putInMonthRecord(memory, {
            datId: `w${work}`,
            platform,
            day: date,
            streams: 1_000 + work,
          });
        }
      }
      return distributeStreams(
        // The job's own writes count, but not those of publishing the figures.
        { ...(services as object), store: { ...memory, write: store.write } } as never,
        memoryValues(new Map()),
      );
    },
  };
}

const sumOf = (written: ReadonlyMap<string, number>, without: RegExp): number =>
  [...written].reduce((sum, [kind, count]) => (without.test(kind) ? sum : sum + count), 0);

/** Marks and public figures of reports, which depend on the reports and not on who holds what. */
const ofReports =
  /^(?:streams|analyticsSummaries|streamPlaces|streamStats|streamMonths|streamQueue)/;

test('[N-JOB-03] a day of streams on three platforms writes at most 12 documents for each work with six holders', async () => {
  const works = Number(process.env.DAY_WORKS ?? 120);
  const holders = Number(process.env.DAY_HOLDERS ?? works);
  const world = await aWorld(works, holders);
  // An artist's first streams of a work may add it to their works.
  await world.day(utcDay(NOW - 4 * DAY_MILLIS));
  world.written.clear();
  const started = performance.now();
  expect(await world.day(utcDay(NOW - 3 * DAY_MILLIS))).toEqual({
    distributed: 3 * works,
    skipped: 0,
  });
  if (process.env.DAY_WORKS) {
    console.log(performance.now() - started, process.memoryUsage().heapUsed / 1e6);
    console.log(sumOf(world.written, ofReports), sumOf(world.written, /^$/), world.written);
  }
  expect(sumOf(world.written, ofReports) / works).toBeLessThanOrEqual(12);
  // One entry for each payee: the holders, and an artist of ten works.
  expect(world.written.get('journal/streams')).toBe(holders + Math.ceil(works / WORKS_AN_ARTIST));
});
