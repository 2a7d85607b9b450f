import { setTimeout as sleep } from 'node:timers/promises';
import { buyEditionEntry, mintEntry } from '@datchain/functions/journal/entries/editions.ts';
import { reserveEntry } from '@datchain/functions/journal/entries/reserve.ts';
import { settleEntry } from '@datchain/functions/journal/entries/settle.ts';
import {
  issueTokensEntry,
  openingPoolEntry,
  openingWalletEntry,
} from '@datchain/functions/journal/entries/tokens.ts';
import type { Entry } from '@datchain/functions/journal/entry.ts';
import { reconcile } from '@datchain/functions/reconcile/reconcile.ts';
import { services } from '@datchain/functions/services.ts';
import { setDocuments } from '@datchain/functions/stores/bulk.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { userDocuments } from '@datchain/testing/server/user-documents.ts';
import { quantile, type Report, table } from './report.ts';
import { withStack } from './with-stack.ts';

const SITE = 'https://datchain.example';
const USERS = 400;
const QTY = 30;
const BLOCKS = ['36', '50', '61'];
/** Purchases per second; each rate runs for ten seconds. */
const RATES = [10, 20, 30, 40, 60, 80, 100];
const SECONDS = 10;
/** The rate and the duration of the budget (M-62). */
const WANTED_RATE = 100;
const WANTED_SECONDS = 60;
const P95_BUDGET_MILLIS = 500;

const DATS = 50;
const EDITIONS = 20;
/** Sales per second (M-63). */
const SALES_RATE = 50;
const LAG_BUDGET_MILLIS = 5_000;

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

/** Starts work at a fixed rate, whether or not earlier work is done. */
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
    const buyer = uidOf(1 + (n % (USERS - 1)));
    await commit(buyEditionEntry({ datId, number, version: 1 }, buyer, 1_000));
    soldAt.set(`${datId} ${number}`, performance.now());
  });
  const deadline = performance.now() + 60_000;
  while (shownAt.size < count && performance.now() < deadline) await sleep(100);
  stop();
  // The first snapshot came with the subscription.
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

const isMet = ({ millis }: Load): boolean => quantile(millis, 0.95) < P95_BUDGET_MILLIS;

const loadTable = (loads: readonly Load[]): string =>
  table(
    [
      'purchases/s',
      'seconds',
      'purchases',
      'p50, ms',
      'p95, ms',
      `p95 below ${P95_BUDGET_MILLIS} ms`,
    ],
    loads.map((load) => [
      `${load.perSecond}`,
      `${load.seconds}`,
      `${load.millis.length}`,
      quantile(load.millis, 0.5).toFixed(0),
      quantile(load.millis, 0.95).toFixed(0),
      isMet(load) ? 'yes' : 'no',
    ]),
  );

const ceilingOf = (loads: readonly Load[]): number =>
  Math.max(0, ...loads.filter(isMet).map(({ perSecond }) => perSecond));

/**
 * Measures how many purchases per second one server handles (M-62), and the age of the summary
 * (M-63).
 */
export function benchLoad(): Promise<Report> {
  return withStack(async () => {
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
    const { count, writes, writesPerSecond, lags } = await sales();
    // No card was charged, so missing payments at Stripe are the only expected differences.
    const { differences } = await reconcile(services());
    const found = differences.filter((one) => !one.endsWith('settled with 0 paid sessions'));
    const [half, most] = [quantile(lags, 0.5), quantile(lags, 0.95)];
    return {
      figures: [
        loadTable(loads),
        `${count} editions of ${DATS} DATS were sold, ${SALES_RATE} a second. The summary was written ${writes} times, and had half of the sales within ${half.toFixed(0)} ms, 95% within ${most.toFixed(0)} ms.`,
        ...found,
      ].join('\n\n'),
      budgets: [
        [
          `M-62: ${WANTED_RATE} purchases a second for ${WANTED_SECONDS} s`,
          ceilingOf(loads) >= WANTED_RATE,
        ],
        [
          `M-63: written once a second, and 95% within ${LAG_BUDGET_MILLIS} ms`,
          most < LAG_BUDGET_MILLIS && writesPerSecond <= 1,
        ],
        ['nothing differs in the books afterwards', found.length === 0],
      ],
    };
  });
}
