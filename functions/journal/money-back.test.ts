import { readBooks } from '@datchain/shared/contracts/documents/books.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Order } from '@datchain/shared/domain/books/orders.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { describe, expect, test } from 'vitest';
import { memoryServer } from '../testing/books/memory-server.ts';
import { openingEarningsEntry } from '../testing/opening.ts';
import { clawbackEntry, reinstateEntry } from './entries/clawbacks.ts';
import { refundedEntry, releaseEntry, reviewEntry } from './entries/close-order.ts';
import { buyEditionEntry, mintEntry } from './entries/editions.ts';
import { chargeFeeEntry, otherFeeEntry } from './entries/fees.ts';
import {
  holdPayoutEntry,
  paidPayoutEntry,
  returnPayoutEntry,
  reversePayoutEntry,
  unknownPayoutEntry,
} from './entries/payouts.ts';
import { reserveEntry } from './entries/reserve.ts';
import { settleEntry } from './entries/settle.ts';
import { issueTokensEntry, openingWalletEntry } from './entries/tokens.ts';
import type { Entry } from './entry.ts';

/** Books to write to, and all that is in them. */
function desk() {
  const { services, store, wait } = memoryServer(['bo']);
  const say = (entry: Entry) => services.books.commit(entry);
  const commit = async (entry: Entry) => {
    const outcome = await say(entry);
    if (isRefusal(outcome)) throw new Error(outcome.message);
    return outcome;
  };
  /** Commits what must leave everything as it is. */
  const expectNothing = async (entry: Entry, result: unknown) => {
    const before = store.all();
    expect(await commit(entry)).toMatchObject({ recorded: false, result });
    expect(store.all()).toEqual(before);
  };
  const read = (path: string) => store.all().get(path);
  return { services, store, say, commit, expectNothing, read, wait };
}

/** Bo buys 40 tokens at 50 cents, as often as is asked; the same quantity twice would be one order. */
async function orders() {
  const made = desk();
  const { services, commit } = made;
  const find = async (id: string): Promise<Order> => {
    const order = await services.orders.find(id);
    if (!order) throw new Error(`There is no order ${id}`);
    return order;
  };
  await commit(issueTokensEntry('a', '50', 50, 200));
  const reserve = (orderId: string, qty: number) =>
    commit(reserveEntry('bo', { orderId, blockId: '50', qty, variant: 'block' }, 'https://x.test'));
  const settle = async (orderId: string) => {
    await reserve(orderId, 40);
    const paid = { sessionId: `cs_${orderId}`, paymentIntentId: `pi_${orderId}` };
    await commit(settleEntry(await find(orderId), paid));
  };
  return { ...made, find, reserve, settle };
}

const refund = (id: string, cents: number) => ({ id, kind: 'refund' as const, cents });

describe('money that goes back to the card', () => {
  const spent = async () => {
    const made = await orders();
    const mint = { datId: 'blue', creatorUid: 'ana', editions: 1, priceCents: 1_500 };
    await made.commit(mintEntry({ ...mint, sharePpm: 25_000 }));
    await made.settle('first');
    await made.commit(buyEditionEntry({ datId: 'blue', number: 1, version: 1 }, 'bo', 1_500));
    return made;
  };

  test('[N-MON-03] for tokens that are spent is a debt, which is listed, and forgiven when it comes again', async () => {
    const { commit, find, read } = await spent();
    expect(read(docs.debt('bo'))).toBeUndefined();
    await commit(clawbackEntry(await find('first'), refund('re_1', 2_000)));
    expect(read(docs.debt('bo'))).toEqual({ uid: 'bo', debtMicros: 15_000_000 });
    await commit(reinstateEntry(await find('first'), refund('re_1', 2_000)));
    expect(read(docs.debt('bo'))).toEqual({ uid: 'bo', debtMicros: 0 });
  });

  test('[N-MON-03] takes other tokens of the buyer as well, and the buyer is told of all', async () => {
    const { commit, find, read } = await spent();
    const lots = [{ blockId: '60', priceCents: 60, qty: 100, faceMicros: 60_000_000 }];
    const none = { spendCents: 0, rewardQty: 0, earnedDays: [] };
    await commit(openingWalletEntry({ uid: 'bo', lots, ...none }));
    await commit(clawbackEntry(await find('first'), refund('re_1', 2_000)));
    // Ten of the order's own are left; 25 others are worth the rest.
    expect(read(docs.movement('bo', 'clawback:re_1'))).toMatchObject({ qty: 35, debtMicros: 0 });
    expect(read(docs.debt('bo'))).toBeUndefined();
  });

  test('[N-MON-04] the buyer is told how much was paid, what had been spent, and what went back beyond the payment', async () => {
    const { commit, find, read } = await spent();
    await commit(clawbackEntry(await find('first'), refund('re_1', 660)));
    const first = read(docs.movement('bo', 'clawback:re_1'));
    expect(first).toMatchObject({ qty: 10, missingQty: 3, totalCents: 660, paymentCents: 2_000 });
    expect(first).not.toHaveProperty('excessMicros');
    const dispute = { id: 'dp_1', kind: 'dispute' as const, cents: 2_000 };
    await commit(clawbackEntry(await find('first'), dispute));
    expect(read(docs.movement('bo', 'clawback:dp_1'))).toMatchObject({
      qty: 0,
      missingQty: 27,
      excessMicros: 6_600_000,
      totalCents: 2_000,
      paymentCents: 2_000,
    });
  });

  test('takes nothing for an order that delivered nothing, and gives back nothing that was not taken', async () => {
    const { expectNothing, find, reserve, settle } = await orders();
    await reserve('open', 20);
    const nothing = { recorded: false, debtMicros: 0 };
    await expectNothing(clawbackEntry(await find('open'), refund('re_1', 2_000)), nothing);
    await settle('paid');
    await expectNothing(reinstateEntry(await find('paid'), refund('re_2', 2_000)), nothing);
  });
});

test("Stripe's fees are booked for orders that were paid, also for those paid back, and for no other", async () => {
  const { commit, expectNothing, find, reserve, settle, read } = await orders();
  const fee = (transactionId: string) => ({ transactionId, cents: 30 });
  const platform = () => readBooks(read).platformMicros;
  await reserve('open', 20);
  await reserve('aside', 21);
  await commit(reviewEntry(await find('aside'), 'amount'));
  for (const id of ['open', 'aside']) {
    await expectNothing(chargeFeeEntry(id, fee('txn_1')), null);
    await expectNothing(otherFeeEntry(id, fee('txn_1')), null);
  }
  await reserve('late', 22);
  await commit(releaseEntry(await find('late'), true));
  await expectNothing(chargeFeeEntry('late', fee('txn_2')), null);
  await commit(refundedEntry('late', 'pi_late'));
  await settle('paid');
  const before = platform();
  await commit(chargeFeeEntry('late', fee('txn_2')));
  await commit(otherFeeEntry('late', fee('txn_3')));
  await commit(chargeFeeEntry('paid', fee('txn_4')));
  expect(platform() - before).toBe(-900_000);
});

describe('a payout', () => {
  const asked = (payoutId: string) => {
    return { payoutId, source: 'credits' as const, amountUsd: 25, accountId: 'acct' };
  };
  async function earner() {
    const made = desk();
    await made.commit(openingEarningsEntry('bo', 'a', { days: { '2026-10-20': 60_000_000 } }));
    const hold = (id: string) => made.commit(holdPayoutEntry('bo', asked(id), undefined));
    const find = async (id: string) => {
      const payout = await made.services.payouts.find(id);
      if (!payout) throw new Error(`There is no payout ${id}`);
      return payout;
    };
    return { ...made, hold, find };
  }
  const again = (entry: Entry): Entry => ({ ...entry, id: `${entry.id}:again` });

  test('waits as many days as the configuration says', async () => {
    const { say, store } = await earner();
    store.set(docs.timeToPayout, { days: 13 });
    expect(await say(holdPayoutEntry('bo', asked('p1'), undefined))).toMatchObject({
      message: 'Amount exceeds your available balance.',
    });
    store.set(docs.timeToPayout, { days: 12 });
    expect(await say(holdPayoutEntry('bo', asked('p2'), undefined))).toMatchObject({
      recorded: true,
    });
  });

  test('that is paid stays paid, whatever is told of it later', async () => {
    const { commit, expectNothing, hold, find } = await earner();
    await hold('p1');
    const held = await find('p1');
    await commit(paidPayoutEntry(held, 'tr_1'));
    await expectNothing(unknownPayoutEntry('p1'), null);
    await expectNothing(returnPayoutEntry(held), null);
    await expectNothing(again(paidPayoutEntry(held, 'tr_1')), { outcome: 'unchanged' });
  });

  test('that was given back is given back once, and a transfer that turns up then is told apart', async () => {
    const { commit, expectNothing, hold, find } = await earner();
    await hold('p1');
    const held = await find('p1');
    await commit(returnPayoutEntry(held));
    await expectNothing(unknownPayoutEntry('p1'), null);
    await expectNothing(again(returnPayoutEntry(held)), null);
    await expectNothing(paidPayoutEntry(held, 'tr_1'), { outcome: 'late' });
  });

  test('that is not paid cannot be reversed, and one that is missing is told by its name', async () => {
    const { say, hold, find } = await earner();
    await hold('p1');
    const reversal = { id: 'trr_1', amountCents: 100 };
    await expect(say(reversePayoutEntry(await find('p1'), reversal))).rejects.toThrow(
      'Payout p1 is held: there is nothing to reverse',
    );
    await expect(say(unknownPayoutEntry('p7'))).rejects.toThrow('There is no payout p7');
  });
});
