import { isDeepStrictEqual } from 'node:util';
import { storeBlockGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatEvent } from '@datchain/shared/domain/dat-events.ts';
import {
  type LiveValues,
  listNextSeller,
  type Projection,
  projectOne,
} from '../projector/projections.ts';
import {
  makeHistory,
  makeLiveOverlay,
  makeSummaryRow,
  namedWith,
} from '../projector/public-dats.ts';
import type { Services } from '../services.ts';
import type { Data } from '../stores/document-store.ts';
import { listNamePaths, publicNames } from '../stores/public-names.ts';
import type { Truth } from './balances.ts';
import { compareIsrcs, readFacts } from './compare-facts.ts';

type Needs = Pick<Services, 'store' | 'live'>;

export type Histories = ReadonlyMap<string, readonly DatEvent[]>;

type Shown = Pick<Truth, 'users' | 'works' | 'blocks' | 'dats' | 'supply' | 'books'>;

type ShownDocument = Projection['documents'][number];

interface Beside {
  readonly histories: Histories;
  readonly rows: Awaited<ReturnType<Services['summaries']['rows']>>;
  /** Whether an entry has touched the supply: none of it is shown before the first sale. */
  readonly isSupplyShown: boolean;
}

const READ_CONCURRENCY = 20;
/** Parts of the truth whose screens are compared at once; each holds what several screens show. */
const CHUNK_SIZE = 500;

async function readNames({ store }: Needs, { dats, blocks }: Shown, histories: Histories) {
  // Stryker disable next-line ArrayDeclaration: The mutant reads the name of nobody.
  const named = dats.flatMap((dat) => namedWith(dat, histories.get(dat.id) ?? []));
  const uids = [...new Set([...named, ...blocks.flatMap(listNextSeller)])];
  const stored = await store.read(uids.flatMap(listNamePaths));
  return publicNames((path) => stored.get(path)?.data);
}

/** Compares what screens show with what the guards say. */
export async function compareScreens(
  services: Needs,
  truth: Shown,
  { histories, rows, isSupplyShown }: Beside,
): Promise<string[]> {
  const { live } = services;
  const totals = await services.store.read(truth.dats.map(({ id }) => docs.datTotals(id)));
  const documents = new Map<string, object>([
    ...[...totals].map(([path, { data }]) => [path, data] as const),
    ...truth.users.map((user) => [docs.userGuard(user.uid), user] as const),
    ...truth.works.works.map((work) => [docs.workHoldings(work.uid, work.datId), work] as const),
    ...truth.works.pages.map((page) => [docs.worksPage(page.uid, page.page), page] as const),
    ...truth.blocks.map((block) => [docs.blockGuard(block.id), storeBlockGuard(block)] as const),
    [docs.supplyGuard, truth.supply],
    [docs.books, truth.books],
  ]);
  const { works, pages } = truth.works;
  const uids = new Set([...truth.users, ...works].map(({ uid }) => uid));
  const touched = [
    ...[...uids].map((uid) => `user:${uid}`),
    ...pages.flatMap(({ uid, page }) => (page > 0 ? [`works:${uid}:${page}`] : [])),
    ...truth.blocks.map(({ id }) => `block:${id}`),
    ...truth.dats.map(({ id }) => `dat:${id}`),
    ...(isSupplyShown ? ['supply'] : []),
  ];
  const names = await readNames(services, truth, histories);
  const differences: string[] = [];
  const compare = (where: string, shown: unknown, value: unknown) => {
    if (isDeepStrictEqual(asShown(shown), asShown(value))) return;
    const [is, should] = [shown, value].map((one) => JSON.stringify(one)?.slice(0, 300));
    differences.push(`screen ${where}: shows ${is}, should show ${should}`);
  };
  const compareAll = async (expected: LiveValues, wanted: readonly ShownDocument[]) => {
    const values = Object.entries(expected);
    // Stryker disable next-line EqualityOperator: The mutant's extra round is empty.
    for (let start = 0; start < values.length; start += READ_CONCURRENCY) {
      const some = values.slice(start, start + READ_CONCURRENCY);
      const shown = await Promise.all(some.map(([path]) => live.read(path)));
      for (const [index, [path, value]] of some.entries()) compare(path, shown[index], value);
    }
    const stored = await services.store.read(wanted.map(({ path }) => path));
    for (const { path, data } of wanted) compare(path, stored.get(path)?.data, data);
  };
  for (let start = 0; start < touched.length; start += CHUNK_SIZE) {
    const projections = touched
      .slice(start, start + CHUNK_SIZE)
      .map((one) => projectOne(one, (path) => documents.get(path) as Data | undefined, names));
    await compareAll(
      Object.assign({}, ...projections.map((projection) => projection.live)),
      projections.flatMap((projection) => projection.documents),
    );
  }
  await compareAll(
    Object.assign({}, ...truth.dats.map((dat) => makeLiveOverlay(dat, names))),
    truth.dats.map((dat) => makeHistory(dat, histories.get(dat.id) ?? [], names)),
  );
  const facts = await readFacts(services.store, truth.dats);
  for (const dat of truth.dats) {
    const row = rows.get(dat.id);
    if (!row) continue;
    const { SoldOut, editions, ownedEditions, takenDown, isCreatorGone, recordingFacts } = row;
    const should = makeSummaryRow(dat, names, facts.get(dat.id));
    // For a creator without a public name the row keeps the name known at the release.
    const { creatorUsername } = should.creatorUsername === undefined ? should : row;
    const { creatorProfileURL = '' } = row;
    const shown = { SoldOut, editions, ownedEditions, takenDown, isCreatorGone, recordingFacts };
    const creator = { creatorUsername, creatorProfileURL };
    compare(`summary ${dat.id}`, { id: dat.id, ...shown, ...creator }, should);
  }
  return [...differences, ...(await compareIsrcs(services.store, facts))];
}

/**
 * Normalises a value as screens read it. The Realtime Database keeps no empty maps and returns dense number
 * keys as an array; a missing count or document means zero.
 */
function asShown(value: unknown): unknown {
  if (value === undefined || value === 0 || value === '0') return null;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, field]) => [key, asShown(field)] as const);
  const present = fields.filter(([, field]) => field !== null);
  return present.length === 0 ? null : Object.fromEntries(present);
}
