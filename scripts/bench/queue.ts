import { storeBlockGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { emptyUserGuard } from '@datchain/shared/domain/books/guards.ts';
import { emptyQueue, lineOf } from '@datchain/shared/domain/books/queue.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { Door } from '../../functions/journal/door.ts';
import { getOrder, orderPaths } from '../../functions/journal/entries/order-documents.ts';
import { reserveEntry } from '../../functions/journal/entries/reserve.ts';
import { settleEntry } from '../../functions/journal/entries/settle.ts';
import {
  openingWalletEntry,
  queueTokensEntry,
  unqueueTokensEntry,
} from '../../functions/journal/entries/tokens.ts';
import type { Entry } from '../../functions/journal/entry.ts';
import type { Data } from '../../functions/stores/document-store.ts';
import { emulatorGround } from '../../functions/testing/books/emulator-world.ts';
import { withFirestore } from './firestore.ts';
import { machine, median, table, writeReport } from './report.ts';

const [SHORT, LONG] = [10, 100_000];
const PER_SELLER = 50;
const PRICE = 50;
const QTY = 30;
/** One after another, so that what is measured is one operation and not a group of them. */
const TIMES = 40;
/** Of the time in the long queue to the time in the short one. */
const BUDGET = 2;

const SITE = 'https://datchain.example';
const operations = ['list', 'buy', 'pay', 'cancel'] as const;
type Operation = (typeof operations)[number];
type Times = Readonly<Record<Operation, number[]>>;

const opening = (uid: string) => {
  const lots = [{ blockId: '36', priceCents: 36, qty: 100_000, faceMicros: 36_000_000_000 }];
  return openingWalletEntry({ uid, lots, spendCents: 0, rewardQty: 0, earnedDays: [] });
};

type Documents = { path: string; data: Data }[];

/** In runs of a length, each with its number. */
const inRuns = <Item>(items: readonly Item[], length: number) =>
  Array.from({ length: Math.ceil(items.length / length) }, (_, number) => ({
    number,
    part: items.slice(number * length, (number + 1) * length),
  }));

/** What is stored once so many listings are in the queue of the block. */
function filled(length: number): Documents {
  const id = `${PRICE}`;
  const queue = emptyQueue();
  const entries = Array.from({ length }, (_, n) => {
    const lots = [{ blockId: '36', priceCents: 36, qty: QTY, faceMicros: QTY * 360_000, since: 1 }];
    const sellerUid = `s${Math.floor(n / PER_SELLER)}`;
    const free = { reserved: 0, cancelled: false };
    return {
      listingId: `first-${n}`,
      sellerUid,
      qty: QTY,
      faceMicros: QTY * 360_000,
      lots,
      ...free,
    };
  });
  const pages = inRuns(entries, queue.size);
  const pageLines = pages.flatMap(({ number, part }) => lineOf(number, part) ?? []);
  const shelves = inRuns(pageLines, queue.size);
  const lines = shelves.flatMap(({ number, part }) => lineOf(number, part) ?? []);
  const block = { id, priceCents: PRICE, platformQty: 0, platformReserved: 0 };
  const guard = { ...block, queue: { ...queue, nextPlace: length, lines } };
  return [
    { path: docs.blockGuard(id), data: storeBlockGuard(guard) },
    ...shelves.map(({ number, part }) => ({
      path: docs.queueShelf(id, number),
      data: { blockId: id, number, lines: part },
    })),
    ...pages.map(({ number, part }) => ({
      path: docs.queuePage(id, number),
      data: { blockId: id, number, entries: part },
    })),
    ...entries.map(({ listingId, sellerUid: uid }, place) => ({
      path: docs.listing(listingId),
      data: { listingId, uid, priceCents: PRICE, qty: QTY, place, createdAt: 0, cancelledAt: null },
    })),
    ...inRuns(entries, PER_SELLER).map(({ number, part }) => {
      const openListings = part.map(({ listingId }) => ({ listingId, blockId: id }));
      const data = { ...emptyUserGuard(`s${number}`), openListings };
      return { path: docs.userGuard(`s${number}`), data: { ...data } };
    }),
  ];
}

/** A queue of so many listings in a Firestore project of its own. */
async function aQueue(length: number) {
  const { store, setDocuments, close } = emulatorGround(`queue-${length}`);
  await setDocuments(filled(length));
  const door = new Door(store, { now: () => Date.now() });
  const commit = async (entry: Entry<unknown>) => {
    const outcome = await door.commit(entry);
    if (isRefusal(outcome)) throw new Error(`${entry.id}: ${outcome.message}`);
  };
  return { store, commit, close };
}

type BenchQueue = Awaited<ReturnType<typeof aQueue>>;

const timed = async (times: number[], run: () => Promise<void>): Promise<void> => {
  const started = performance.now();
  await run();
  times.push(performance.now() - started);
};

/** Lists at the end, buys at the head, and cancels at the end what was listed. */
async function round({ commit, store }: BenchQueue, name: string, times: Times): Promise<void> {
  await commit(opening(name));
  for (let n = 0; n < TIMES; n++) {
    const listing = { listingId: `${name}-${n}`, uid: name, priceCents: PRICE, qty: QTY };
    const orderId = `${name}-${n}`;
    const request = { orderId, blockId: `${PRICE}`, qty: QTY, variant: 'block' as const };
    const payment = { sessionId: `cs_${orderId}`, paymentIntentId: `pi_${orderId}` };
    await timed(times.list, () => commit(queueTokensEntry(orderId, name, PRICE, QTY)));
    await timed(times.buy, () => commit(reserveEntry(`b-${orderId}`, request, SITE)));
    const stored = await store.read(orderPaths(orderId));
    const order = getOrder((path) => stored.get(path)?.data, orderId);
    await timed(times.pay, () => commit(settleEntry(order, payment)));
    // What was bought is put back at the end, so that the queue stays as long as it is.
    await commit(queueTokensEntry(`back-${orderId}`, name, PRICE, QTY));
    await timed(times.cancel, () => commit(unqueueTokensEntry(listing, 0)));
  }
}

const emptyTimes = (): Times => ({ list: [], buy: [], pay: [], cancel: [] });

const report = (rounds: number, lines: readonly (readonly string[])[], isMet: boolean) => `
# A queue of 100,000 listings

Written by \`npm run bench -- queue\`. Two blocks at one price, each in a Firestore of its own, with
${SHORT} and with ${LONG.toLocaleString('en-US')} listings of ${PER_SELLER} a seller in the queue. One operation
after the other, ${TIMES} of each in a round, in turns; medians over ${rounds} rounds, in milliseconds.
${machine()}.

${table(['operation', `${SHORT}`, `${LONG}`, 'long ÷ short'], lines)}

Absolute times depend on the machine and on its other work; that the long queue costs no more than a
short one is what this shows. A queue is pages of 40 listings and shelves of 40 pages, and the guard
of the block has a line of each shelf: ${Math.ceil(LONG / 1_600)} lines for ${LONG.toLocaleString('en-US')} listings (decision 26).

Budget, each ratio at most ${BUDGET}: ${isMet ? 'met' : 'NOT met'} in this run.
`;

/**
 * Lists, buys, pays and cancels in a queue of 10 and in one of 100,000 listings, and writes
 * docs/bench/queue.md.
 *
 * @returns whether nothing takes more than twice as long in the long queue
 */
export async function benchQueue(rounds: number): Promise<boolean> {
  return withFirestore(async () => {
    const queues: BenchQueue[] = [];
    for (const length of [SHORT, LONG]) {
      console.log(`filling a queue with ${length} listings …`);
      queues.push(await aQueue(length));
    }
    const times = new Map(queues.map((queue) => [queue, emptyTimes()]));
    for (const queue of queues) await round(queue, 'warm', emptyTimes());
    for (let n = 1; n <= rounds; n++) {
      console.log(`round ${n} of ${rounds} …`);
      for (const [queue, known] of times) await round(queue, `r${n}`, known);
    }
    await Promise.all(queues.map((queue) => queue.close()));
    const [short = emptyTimes(), long = emptyTimes()] = [...times.values()];
    const ratios = operations.map((name) => median(long[name]) / median(short[name]));
    const lines = operations.map((name, at) => [
      name,
      median(short[name]).toFixed(1),
      median(long[name]).toFixed(1),
      (ratios[at] ?? 0).toFixed(2),
    ]);
    const isMet = ratios.every((ratio) => ratio <= BUDGET);
    console.log(`\n${table(['operation', `${SHORT}`, `${LONG}`, 'long ÷ short'], lines)}\n`);
    writeReport('queue', report(rounds, lines, isMet));
    return isMet;
  });
}
