import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newPerson } from '@datchain/functions/public-log/people.ts';
import { services } from '@datchain/functions/services.ts';
import { setDocuments } from '@datchain/functions/stores/bulk.ts';
import { put } from '@datchain/functions/stores/document-store.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { PublicCopy, type PublicDataSource } from '@datchain/functions/stores/public-copy.ts';
import { type PublicData, readPublicData } from '@datchain/functions/stores/public-data.ts';
import { readPublicChanges } from '@datchain/functions/stores/public-data-changes.ts';
import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { addDays } from '@datchain/shared/domain/time.ts';
import { makeLedger } from './ledger-world.ts';
import { type Report, table } from './report.ts';
import { withStack } from './with-stack.ts';

const SIZES = [1_000, 10_000];
const PEOPLE = 10_000;
/**
 * The builder reads the last minute of writes again, so the benchmark waits until it has passed.
 */
const OVERLAP_WAIT_MILLIS = 62_000;
const STREAMS_PER_DOCUMENT = 200;
const WORKS_PER_SUMMARY = 200;

const budget = { documents: 50, growth: 1.5 };

const count = (value: number): string => value.toLocaleString('en');
const seconds = (millis: number): string => (millis / 1_000).toFixed(2);

const days = Object.fromEntries(
  Array.from({ length: 92 }, (_, at) => [addDays('2026-08-20', at), 100 + at]),
);

const fans = Array.from({ length: PEOPLE }, (_, at) => [`fan${at}`, `fan${at}`] as const);

async function seed(
  { summaries, histories }: PublicData,
  from: number,
  to: number,
): Promise<readonly string[]> {
  const inPages = summaries.slice(from / WORKS_PER_SUMMARY, to / WORKS_PER_SUMMARY);
  const rows = inPages.flatMap(({ value }) => (value as { assets: StoredAsset[] }).assets);
  const ids = rows.map(({ id }) => id);
  const artists = rows.map(
    ({ creatorId, creatorUsername }) => [`${creatorId}`, creatorUsername] as const,
  );
  await setDocuments(firestore(), [
    ...ids.map((id) => ({ path: docs.datHistory(id), data: { lines: histories[id] } })),
    ...[...new Map([...artists, ...fans])].flatMap(([uid, username]) => [
      { path: docs.publicProfile(uid), data: { username, about: '', links: [] } },
      { path: docs.publicLogPerson(uid), data: { ...newPerson(uid) } },
    ]),
  ]);
  for (const { id, value } of inPages) {
    const path = `${docs.assetsSummaries}/${id}`;
    await setDocuments(firestore(), [{ path, data: Object(value) }]);
  }
  for (let start = 0; start < ids.length; start += STREAMS_PER_DOCUMENT) {
    const some = ids.slice(start, start + STREAMS_PER_DOCUMENT);
    const path = `${docs.analyticsSummaries}/summary_${(from + start) / STREAMS_PER_DOCUMENT + 1}`;
    const entry = { spotify: { dates: days }, apple_music: { dates: days } };
    const data = Object.fromEntries(some.map((id) => [id, entry]));
    await setDocuments(firestore(), [{ path, data }]);
    await services().live.patch(
      Object.fromEntries(some.map((id) => [live.streamStats(id), { daily: days }])),
    );
  }
  return ids;
}

/** Writes the public changes of an edition's sale, except the log. */
async function changeOne(datId: string): Promise<void> {
  const { store } = services();
  const paths = [docs.assetsSummary, docs.datHistory(datId)];
  const stored = await store.read(paths);
  for (const path of paths) {
    const found = stored.get(path);
    if (found) await store.write(put(path, { ...found.data, changed: Date.now() }, found));
  }
  await services().live.patch({ [`${live.streamStats(datId)}/totalEarnings`]: Math.random() });
}

interface Read {
  readonly documents: number;
  readonly millis: number;
}

async function timed<Made>(make: () => Promise<Made>): Promise<[made: Made, millis: number]> {
  const started = performance.now();
  const made = await make();
  return [made, performance.now() - started];
}

async function refresh(copy: PublicCopy): Promise<Read> {
  const [{ documents }, millis] = await timed(() => copy.refresh());
  return { documents, millis };
}

interface Measured {
  readonly works: number;
  readonly whole: Read;
  readonly same: Read;
  readonly one: Read;
  readonly allMillis: number;
  readonly changesMillis: number;
  readonly megabytes: number;
}

interface Place {
  readonly source: PublicDataSource;
  readonly data: PublicData;
}

async function measure({ source, data }: Place, from: number, works: number): Promise<Measured> {
  console.log(`${count(works)} DATS …`);
  const folder = mkdtempSync(join(tmpdir(), 'datchain-bench-reads-'));
  const ids = await seed(data, from, works);
  await sleep(OVERLAP_WAIT_MILLIS);
  const file = join(folder, 'copy');
  const copy = new PublicCopy(source, file);
  try {
    const whole = await refresh(copy);
    const same = await refresh(copy);
    const { state } = copy;
    const [{ documents }, allMillis] = await timed(() => readPublicData(copy));
    await changeOne(ids[3] ?? '');
    const one = await refresh(copy);
    const [changes, changesMillis] = await timed(() =>
      readPublicChanges(copy, { copy: state, documents }),
    );
    if (!changes) throw new Error('What has changed could not be told.');
    const megabytes = statSync(file).size / 1e6;
    return { works, whole, same, one, allMillis, changesMillis, megabytes };
  } finally {
    await copy.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function budgetsOf(all: readonly Measured[]): Report['budgets'] {
  const [small, large] = [all[0], all.at(-1)];
  if (!small || !large) return [];
  return [
    [
      `after one change at ${count(large.works)} DATS fewer than ${budget.documents} documents are read`,
      large.one.documents < budget.documents,
    ],
    [
      `and as many as at ${count(small.works)} DATS (at most ${budget.growth} ×)`,
      large.one.documents <= budget.growth * small.one.documents,
    ],
    [
      'when nothing changed, the newest mark alone is read',
      all.every(({ same }) => same.documents <= 1),
    ],
  ];
}

const cell = ({ documents, millis }: Read): string => `${count(documents)} (${seconds(millis)})`;

const figures = (all: readonly Measured[]): string =>
  table(
    [
      'DATS',
      'the first time, documents (s)',
      'nothing changed',
      'one sale',
      'data of all pages, s',
      'of what the sale changed, s',
      'copy, MB',
    ],
    all.map((one) => [
      count(one.works),
      cell(one.whole),
      cell(one.same),
      cell(one.one),
      seconds(one.allMillis),
      seconds(one.changesMillis),
      one.megabytes.toFixed(0),
    ]),
  );

export function benchReads(): Promise<Report> {
  return withStack(async () => {
    const { GCLOUD_PROJECT, DATABASE_URL, FIRESTORE_EMULATOR_HOST } = process.env;
    const source: PublicDataSource = {
      projectId: GCLOUD_PROJECT ?? '',
      databaseURL: DATABASE_URL ?? '',
      firestoreHost: FIRESTORE_EMULATOR_HOST,
    };
    const place = { source, data: makeLedger(Math.max(...SIZES)) };
    const all: Measured[] = [];
    for (const works of SIZES) all.push(await measure(place, all.at(-1)?.works ?? 0, works));
    return { figures: figures(all), budgets: budgetsOf(all) };
  });
}
