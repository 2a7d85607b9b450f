import { readOrder } from '@datchain/shared/contracts/documents/order-parts.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { payoutSchema } from '@datchain/shared/domain/books/payout-schema.ts';
import type { Payout } from '@datchain/shared/domain/books/payouts.ts';
import { DAY_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import * as v from 'valibot';
import { clawbackEntry } from '../../../functions/journal/entries/clawbacks.ts';
import { releaseEntry } from '../../../functions/journal/entries/close-order.ts';
import {
  buyEditionEntry,
  listEditionEntry,
  mintEntry,
  unlistEditionEntry,
} from '../../../functions/journal/entries/editions.ts';
import { chargeFeeEntry } from '../../../functions/journal/entries/fees.ts';
import {
  holdPayoutEntry,
  paidPayoutEntry,
  returnPayoutEntry,
} from '../../../functions/journal/entries/payouts.ts';
import { reserveEntry } from '../../../functions/journal/entries/reserve.ts';
import { claimEntry } from '../../../functions/journal/entries/rewards.ts';
import { settleEntry } from '../../../functions/journal/entries/settle.ts';
import { distributeEntry } from '../../../functions/journal/entries/streams.ts';
import { queueTokensEntry, unqueueTokensEntry } from '../../../functions/journal/entries/tokens.ts';
import type { Entry } from '../../../functions/journal/entry.ts';
import type { BenchMarket } from './market.ts';

const SITE = 'https://datchain.example';

/** A round: its own ids, on its own subjects (numbers of users and DATS). */
export interface Round {
  readonly market: BenchMarket;
  readonly id: string;
  /** From 0. */
  readonly index: number;
  readonly subjects: readonly number[];
}

type Make = (n: number) => Entry<unknown> | Promise<Entry<unknown>>;

/** One kind of entry: what has to be so before, and the entry for each subject. */
export interface Kind {
  readonly name: string;
  /** The round's users and DATS start over, with DATS unsold or sold out. */
  readonly begins?: 'unsold' | 'sold';
  readonly make: (round: Round) => Make;
}

const orderRequest = ({ id, market }: Round, n: number, part: string) => ({
  orderId: `${part}-${id}-${n}`,
  blockId: market.blockOf(n),
  qty: 30,
  variant: 'block' as const,
});

async function orderOf(round: Round, n: number, part: string): Promise<Order> {
  const { orderId } = orderRequest(round, n, part);
  const paths = [docs.order(orderId), docs.orderParts(orderId)];
  const [own, parts] = await Promise.all(paths.map(round.market.read));
  return readOrder(own, parts);
}

const listing = ({ id, market }: Round, n: number) => ({
  listingId: `l-${id}-${n}`,
  uid: market.uid(n),
  priceCents: 60 + (n % 20),
  qty: 10,
});

const payoutRequest = ({ id }: Round, n: number, part: string) => ({
  payoutId: `${part}-${id}-${n}`,
  source: 'credits' as const,
  amountUsd: 25,
  accountId: 'acct_bench',
});

async function payoutOf(round: Round, n: number, part: string): Promise<Payout> {
  const path = docs.payout(payoutRequest(round, n, part).payoutId);
  return v.parse(payoutSchema, await round.market.read(path)) as Payout;
}

const edition = ({ market }: Round, n: number, version: number) => ({
  datId: market.dat(n, false).id,
  number: 1,
  version,
});

/** Every kind that users and jobs bring about, in an order in which each finds what it needs. */
export const kinds: readonly Kind[] = [
  {
    name: 'order reserved',
    begins: 'unsold',
    make: (round) => (n) => reserveEntry(round.market.uid(n), orderRequest(round, n, 'paid'), SITE),
  },
  {
    name: 'order settled',
    make: (round) => async (n) => {
      const order = await orderOf(round, n, 'paid');
      return settleEntry(order, { sessionId: `cs_${order.id}`, paymentIntentId: `pi_${order.id}` });
    },
  },
  {
    name: 'card fee',
    make: (round) => (n) => {
      const { orderId } = orderRequest(round, n, 'paid');
      return chargeFeeEntry(orderId, { transactionId: `txn_${orderId}`, cents: 61 });
    },
  },
  {
    name: 'refund',
    make: (round) => async (n) => {
      const order = await orderOf(round, n, 'paid');
      return clawbackEntry(order, { id: `re_${order.id}`, kind: 'refund', cents: 500 });
    },
  },
  {
    name: 'order reserved again',
    make: (round) => (n) => reserveEntry(round.market.uid(n), orderRequest(round, n, 'left'), SITE),
  },
  {
    name: 'order released',
    make: (round) => async (n) => releaseEntry(await orderOf(round, n, 'left'), false),
  },
  {
    name: 'tokens listed',
    make: (round) => (n) => {
      const { listingId, uid, priceCents, qty } = listing(round, n);
      return queueTokensEntry(listingId, uid, priceCents, qty);
    },
  },
  {
    name: 'tokens unlisted',
    make: (round) => (n) => unqueueTokensEntry(listing(round, n), 0),
  },
  {
    name: 'reward claimed',
    make:
      ({ market, id }) =>
      (n) => {
        const entry = claimEntry(market.uid(n), 0);
        // The users of every round are the same, and start over: so must the identity.
        return { ...entry, id: `${entry.id}:${id}` };
      },
  },
  {
    name: 'DAT released',
    make:
      ({ market, id }) =>
      (n) =>
        mintEntry({
          datId: `new-${id}-${n}`,
          creatorUid: market.uid(n),
          editions: 20,
          priceCents: 1_000,
          sharePpm: 25_000,
        }),
  },
  {
    name: 'edition sold first',
    begins: 'unsold',
    make: (round) => (n) => {
      const entry = buyEditionEntry(edition(round, n, 1), round.market.uid(n + 1), 1_000);
      return { ...entry, id: `${entry.id}:${round.id}` };
    },
  },
  {
    name: 'streams shared',
    begins: 'sold',
    make: (round) => (n) => {
      const { market, index } = round;
      const dat = market.dat(n, true);
      const date = utcDay(market.now - (2 + index) * DAY_MILLIS);
      const day = {
        datId: dat.id,
        platform: 'spotify',
        date,
        streams: 5_000,
        revision: 0,
      } as const;
      return distributeEntry(day, dat);
    },
  },
  {
    name: 'edition listed',
    begins: 'sold',
    make: (round) => (n) => {
      const entry = listEditionEntry(edition(round, n, 2), round.market.uid(n + 1), 1_800);
      return { ...entry, id: `${entry.id}:${round.id}` };
    },
  },
  {
    name: 'edition unlisted',
    make: (round) => (n) => {
      const entry = unlistEditionEntry(edition(round, n, 3), round.market.uid(n + 1));
      return { ...entry, id: `${entry.id}:${round.id}` };
    },
  },
  {
    name: 'edition listed again',
    make: (round) => (n) => {
      const entry = listEditionEntry(edition(round, n, 4), round.market.uid(n + 1), 1_800);
      return { ...entry, id: `${entry.id}:${round.id}` };
    },
  },
  {
    name: 'edition resold',
    make: (round) => (n) => {
      const entry = buyEditionEntry(edition(round, n, 5), round.market.uid(n + 40), 1_800);
      return { ...entry, id: `${entry.id}:${round.id}` };
    },
  },
  {
    name: 'payout held',
    make: (round) => (n) =>
      holdPayoutEntry(round.market.uid(n), payoutRequest(round, n, 'out'), undefined),
  },
  {
    name: 'payout paid',
    make: (round) => async (n) => {
      const payout = await payoutOf(round, n, 'out');
      return paidPayoutEntry(payout, `tr_${payout.id}`);
    },
  },
  {
    name: 'payout held again',
    make: (round) => (n) =>
      holdPayoutEntry(round.market.uid(n), payoutRequest(round, n, 'back'), undefined),
  },
  {
    name: 'payout returned',
    make: (round) => async (n) => returnPayoutEntry(await payoutOf(round, n, 'back')),
  },
];
