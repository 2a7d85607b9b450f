import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStack } from '@datchain/emulators/stack/stack.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { buyEditionEntry, mintEntry } from '../../functions/journal/entries/editions.ts';
import { reserveEntry } from '../../functions/journal/entries/reserve.ts';
import { settleEntry } from '../../functions/journal/entries/settle.ts';
import {
  issueTokensEntry,
  openingPoolEntry,
  openingWalletEntry,
} from '../../functions/journal/entries/tokens.ts';
import type { Entry } from '../../functions/journal/entry.ts';
import { reconcile } from '../../functions/reconcile/reconcile.ts';
import { services } from '../../functions/services.ts';
import { setDocuments } from '../../functions/stores/bulk.ts';
import { firestore } from '../../functions/stores/firebase.ts';
import { userDocuments } from '../../functions/testing/user-documents.ts';
import { machine, quantile, table, writeReport } from './report.ts';

const SITE = 'https://datchain.example';
const USERS = 400;
const QTY = 30;
const BLOCKS = ['36', '50', '61'];
/** Purchases a second, each rate for ten seconds. */
const RATES = [10, 20, 30, 40, 60, 80, 100];
const SECONDS = 10;
/** The rate and the time of the budget (M-62). */
const WANTED_RATE = 100;
const WANTED_SECONDS = 60;
const P95_MILLIS = 500;

const DATS = 50;
const EDITIONS = 20;
/** Sales a second (M-63). */
const SALES_RATE = 50;
const LAG_MILLIS = 5_000;

const uids = Array.from({ length: USERS }, (_, n) => `fan${n}`);
const uidOf = (n: number): string => uids[n % USERS] ?? '';
const dats = Array.from({ length: DATS }, (_, n) => `work${n}`);

async function commit<Result>(entry: Entry<Result>): Promise<Result> {
  const outcome = await services().books.commit(entry);
  if (isRefusal(outcome)) throw new Error(`${entry.id}: ${outcome.message}`);
  return outcome.result;
}

async function fill(): Promise<void> {
  await setDocuments(firestore(), [
    ...userDocuments(uids),
    {
      path: docs.assetsSummary,
      data: { assets: dats.map((id) => ({ id, SongName: id, creatorId: uidOf(0) })) },
    },
  ]);
  await commit(openingPoolEntry(0, 1_000_000));
  for (const id of BLOCKS) await commit(issueTokensEntry(`load-${id}`, id, Number(id), 10_000_000));
  const lot = { blockId: '50', priceCents: 50, qty: 1_000, faceMicros: 500_000_000 };
  const wallet = { lots: [lot], spendCents: 0, rewardQty: 0, earnedDays: [] };
  await Promise.all(uids.map((uid) => commit(openingWalletEntry({ uid, ...wallet }))));
  const mint = { creatorUid: uidOf(0), editions: EDITIONS, priceCents: 1_000, sharePpm: 25_000 };
  await Promise.all(dats.map((datId) => commit(mintEntry({ datId, ...mint }))));
}

/** Starts something so often a second, whether or not the ones before are done. */
async function atRate(perSecond: number, count: number, start: (n: number) => Promise<void>) {
  const began = performance.now();
  const all: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    const early = began + (n * 1_000) / perSecond - performance.now();
    if (early > 0) await sleep(early);
    all.push(start(n));
  }
  await Promise.all(all);
}

interface Load {
  readonly perSecond: number;
  readonly seconds: number;
  readonly millis: readonly number[];
}

let orders = 0;

/** Tokens reserved, paid and delivered, with what the buyer's screens show. */
async function buyTokens(): Promise<number> {
  orders += 1;
  const [orderId, uid] = [`load-${orders}`, uidOf(orders)];
  const blockId = BLOCKS[orders % BLOCKS.length] ?? '';
  const began = performance.now();
  await commit(reserveEntry(uid, { orderId, blockId, qty: QTY, variant: 'block' }, SITE));
  const order = await services().orders.find(orderId);
  if (!order) throw new Error(`${orderId} is not there`);
  await commit(
    settleEntry(order, { sessionId: `cs_${orderId}`, paymentIntentId: `pi_${orderId}` }),
  );
  return performance.now() - began;
}

async function purchases(perSecond: number, seconds: number): Promise<Load> {
  const millis: number[] = [];
  await atRate(perSecond, perSecond * seconds, async () => void millis.push(await buyTokens()));
  return { perSecond, seconds, millis };
}

interface Sales {
  readonly count: number;
  /** The most writes of a public summary within any second. */
  readonly writesPerSecond: number;
  readonly writes: number;
  readonly lags: readonly number[];
}

/** Sells every edition, and looks at the public summary as it changes. */
async function sales(): Promise<Sales> {
  const soldAt = new Map<string, number>();
  const shownAt = new Map<string, number>();
  const writtenAt: number[] = [];
  const stop = firestore()
    .doc(docs.assetsSummary)
    .onSnapshot((summary) => {
      writtenAt.push(summary.updateTime?.toMillis() ?? 0);
      for (const row of readList(summary.get('assets')).filter(isRecord)) {
        for (const number of readList(row.ownedEditions)) {
          const key = `${row.id} ${number}`;
          if (!shownAt.has(key)) shownAt.set(key, performance.now());
        }
      }
    });
  const count = DATS * EDITIONS;
  await atRate(SALES_RATE, count, async (n) => {
    const [datId, number] = [dats[n % DATS] ?? '', Math.floor(n / DATS) + 1];
    // The first user is the artist.
    const buyer = uidOf(1 + (n % (USERS - 1)));
    await commit(buyEditionEntry({ datId, number, version: 1 }, buyer, 1_000));
    soldAt.set(`${datId} ${number}`, performance.now());
  });
  const deadline = performance.now() + 60_000;
  while (shownAt.size < count && performance.now() < deadline) await sleep(100);
  stop();
  // The first one came with the subscription.
  const writes = writtenAt.slice(1);
  const within = (from: number) => writes.filter((at) => at >= from && at < from + 1_000).length;
  return {
    count,
    writes: writes.length,
    writesPerSecond: Math.max(...writes.map(within)),
    lags: [...soldAt].map(([key, at]) =>
      Math.max(0, (shownAt.get(key) ?? Number.POSITIVE_INFINITY) - at),
    ),
  };
}

const isMet = ({ millis }: Load): boolean => quantile(millis, 0.95) < P95_MILLIS;

const loadTable = (loads: readonly Load[]): string =>
  table(
    ['purchases/s', 'seconds', 'purchases', 'p50, ms', 'p95, ms', `p95 below ${P95_MILLIS} ms`],
    loads.map((load) => [
      `${load.perSecond}`,
      `${load.seconds}`,
      `${load.millis.length}`,
      quantile(load.millis, 0.5).toFixed(0),
      quantile(load.millis, 0.95).toFixed(0),
      isMet(load) ? 'yes' : 'no',
    ]),
  );

interface Measured {
  readonly loads: readonly Load[];
  readonly sold: Sales;
  readonly differences: readonly string[];
}

const ceilingOf = (loads: readonly Load[]): number =>
  Math.max(0, ...loads.filter(isMet).map(({ perSecond }) => perSecond));
const isFresh = ({ lags, writesPerSecond }: Sales): boolean =>
  quantile(lags, 0.95) < LAG_MILLIS && writesPerSecond <= 1;
const isAllMet = ({ loads, sold, differences }: Measured): boolean =>
  ceilingOf(loads) >= WANTED_RATE && isFresh(sold) && differences.length === 0;

const report = ({ loads, sold, differences }: Measured): string => `
# Purchases and sales a second

Written by \`npm run bench -- load\`. One server process with its door and its projector, beside a whole
local stack on the same processors. ${machine()}.

## Tokens reserved, paid and delivered (M-62)

${USERS} users buy ${QTY} tokens each time, in ${BLOCKS.length} blocks. A purchase begins at its moment whether or not
those before are done; its time is that of reserving and settling, both written to the books and shown.

${loadTable(loads)}

The ceiling of this run: ${ceilingOf(loads)} purchases a second. Google's Firestore emulator takes a large part of
the processors and is no production database; there, functions also run in several instances.
Budget, ${WANTED_RATE} purchases a second for ${WANTED_SECONDS} s: ${ceilingOf(loads) >= WANTED_RATE ? 'met' : 'NOT met'} in this run.

## Editions sold, and the public summary (M-63)

${sold.count} editions of ${DATS} DATS, ${SALES_RATE} a second. The summary, one document, was written ${sold.writes} times, at most
${sold.writesPerSecond} within any second. From the answer to the buyer until the summary had the sale: half within
${quantile(sold.lags, 0.5).toFixed(0)} ms, 95% within ${quantile(sold.lags, 0.95).toFixed(0)} ms. Live values do not wait for it.
Budget, once a second and 95% within ${LAG_MILLIS} ms: ${isFresh(sold) ? 'met' : 'NOT met'} in this run.

## The books afterwards

Reconciling found ${differences.length} differences, besides that Stripe knows nothing of these payments: no card was
charged.
`;

/**
 * Measures how many purchases a second one server takes, and how far the public summary is behind
 * while editions are sold; writes docs/bench/load.md.
 *
 * @returns whether M-62 and M-63 hold and the books are sound afterwards
 */
export async function benchLoad(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'datchain-load-'));
  const stack = await startStack({
    ports: 'free',
    dataDir: join(folder, 'data'),
    siteDir: join(folder, 'site'),
  });
  Object.assign(process.env, stack.env);
  try {
    await fill();
    console.log('warming up …');
    await purchases(5, 10);
    const loads: Load[] = [];
    for (const rate of RATES) {
      loads.push(await purchases(rate, SECONDS));
      console.log(loadTable(loads.slice(-1)));
      if (quantile(loads.at(-1)?.millis ?? [], 0.5) > 2_000) break;
    }
    const rate = ceilingOf(loads) || (RATES[0] ?? 1);
    loads.push(await purchases(Math.min(rate, WANTED_RATE), WANTED_SECONDS));
    console.log('selling editions …');
    const sold = await sales();
    // No card was charged: that Stripe knows of no payment is all that may be found.
    const { differences: found } = await reconcile(services());
    const differences = found.filter((one) => !one.endsWith('settled with 0 paid sessions'));
    for (const difference of differences) console.log(difference);
    const measured = { loads, sold, differences };
    writeReport('load', report(measured));
    console.log(report(measured));
    return isAllMet(measured);
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
