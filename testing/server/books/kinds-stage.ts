import { postId, postStreamsEntry } from '@datchain/functions/journal/entries/post-streams.ts';
import { reserveEntry } from '@datchain/functions/journal/entries/reserve.ts';
import { settleEntry } from '@datchain/functions/journal/entries/settle.ts';
import {
  type DayOfStreams,
  distributeEntry,
  readSharedStreams,
  shareId,
} from '@datchain/functions/journal/entries/streams.ts';
import type { Entry } from '@datchain/functions/journal/entry.ts';
import { listDue } from '@datchain/functions/streams/post-shares.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatGuard, WantedEdition } from '@datchain/shared/domain/books/guards.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import type { Payout } from '@datchain/shared/domain/books/payouts.ts';
import { chronicle } from './chronicle.ts';
import { memoryServer } from './memory-server.ts';

export const SITE = 'https://x.test';

export function stage() {
  const server = memoryServer(['bo', 'cy', 'di', 'sella']);
  const { services, store } = server;
  const { say, title, text, recorded } = chronicle(server);
  const found = <T>(what: T | undefined, name: string): T => {
    if (what === undefined) throw new Error(`There is no ${name}`);
    return what;
  };
  const order = async (id: string): Promise<Order> => found(await services.orders.find(id), id);
  const payout = async (id: string): Promise<Payout> => found(await services.payouts.find(id), id);
  const dat = async (id: string): Promise<DatGuard> => found(await services.guards.findDat(id), id);
  const reserve = (
    id: string,
    uid: string,
    qty: number,
    wanted: { edition?: WantedEdition } = {},
  ) =>
    say(reserveEntry(uid, { orderId: id, blockId: '50', qty, variant: 'block', ...wanted }, SITE));
  const settle = async (id: string) =>
    say(settleEntry(await order(id), { sessionId: `cs_${id}`, paymentIntentId: `pi_${id}` }));
  /** Shares a day's streams, and posts the shares. */
  const sayStreams = async (day: DayOfStreams, known: DatGuard) => {
    await say(distributeEntry(day, known));
    const stored = store.get(docs.entry(shareId(day)));
    if (!stored) return;
    const shared = readSharedStreams(stored.result);
    for (const due of listDue([{ ...day, shared }])) {
      const isPosted = (revision: number) => store.get(docs.entry(postId({ ...due, revision })));
      let revision = 0;
      while (isPosted(revision)) revision += 1;
      await say(postStreamsEntry({ ...due, revision }, services.clock.now()));
    }
  };
  /** Sends the entry under another id, because a repeated id is answered before it is decided. */
  const sayLater = (entry: Entry) => say({ ...entry, id: `${entry.id}:later` });
  return {
    server,
    store,
    recorded,
    text,
    title,
    say,
    sayLater,
    sayStreams,
    order,
    payout,
    dat,
    reserve,
    settle,
  };
}

export type Stage = ReturnType<typeof stage>;

export const wallet = (uid: string, cents: number, qty: number, spendCents = 0) => ({
  uid,
  lots: [{ blockId: `${cents}`, priceCents: cents, qty, faceMicros: qty * cents * 10_000 }],
  spendCents,
  rewardQty: 0,
  earnedDays: [],
});

export const terms = { creatorUid: 'ana', editions: 2, priceCents: 1_000, sharePpm: 25_000 };
