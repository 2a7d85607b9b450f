import { debtText } from '@datchain/shared/domain/books/debts.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { describe, expect, test } from 'vitest';
import { memoryServer } from '../testing/books/memory-server.ts';
import { openingEarningsEntry } from '../testing/opening.ts';
import { attachSessionEntry } from './entries/attach-session.ts';
import { refundedEntry, releaseEntry, reviewEntry } from './entries/close-order.ts';
import { mintEntry } from './entries/editions.ts';
import { getBlock, getOrder } from './entries/order-documents.ts';
import { reserveEntry } from './entries/reserve.ts';
import { settleEntry } from './entries/settle.ts';
import { issueTokensEntry } from './entries/tokens.ts';
import type { Entry } from './entry.ts';

/** Bo buys in block 50, where the platform has 40 tokens. */
async function shop() {
  const { services, store } = memoryServer(['bo']);
  const commit = async (entry: Entry) => {
    const outcome = await services.books.commit(entry);
    if (isRefusal(outcome)) throw new Error(outcome.message);
    return outcome;
  };
  const request = (orderId: string) => {
    return { orderId, blockId: '50', qty: 20, variant: 'block' as const };
  };
  const order = () => getOrder((path) => store.all().get(path), 'o');
  await commit(issueTokensEntry('a', '50', 50, 40));
  return { services, store, commit, request, order };
}

const payment = { sessionId: 'cs_1', paymentIntentId: 'pi_1' };

describe('an order whose end is decided', () => {
  const settled = async () => {
    const made = await shop();
    await made.commit(reserveEntry('bo', made.request('o'), 'https://x.test'));
    await made.commit(settleEntry(made.order(), payment));
    return made;
  };
  const inReview = async () => {
    const made = await shop();
    await made.commit(reserveEntry('bo', made.request('o'), 'https://x.test'));
    await made.commit(reviewEntry(made.order(), 'the amount is 1 cents'));
    return made;
  };
  const returned = async () => {
    const made = await shop();
    await made.commit(reserveEntry('bo', made.request('o'), 'https://x.test'));
    await made.commit(releaseEntry(made.order(), true));
    await made.commit(refundedEntry('o', 'pi_1'));
    return made;
  };

  test.each([
    ['settled, is paid under the session it was settled with', settled, 'attach', null],
    ['settled, is not refunded as one that came too late', settled, 'refund', null],
    ['settled, is not set aside', settled, 'review', null],
    ['set aside, is not delivered', inReview, 'settle', { outcome: 'unchanged' }],
    ['returned, is not delivered', returned, 'settle', { outcome: 'unchanged' }],
    ['returned, is not released once more', returned, 'release', null],
  ] as const)('%s', async (_, make, kind, result) => {
    const { commit, order, store } = await make();
    const before = store.all();
    const late = {
      attach: () => attachSessionEntry('o', 'cs_2'),
      refund: () => refundedEntry('o', 'pi_1'),
      review: () => reviewEntry(order(), 'the amount is 1 cents'),
      settle: () => settleEntry(order(), payment),
      // Under the id of another attempt, as the same one is answered before it is decided.
      release: () => ({ ...releaseEntry(order(), true), id: 'release:again' }),
    };
    expect(await commit(late[kind]())).toMatchObject({ recorded: false, result });
    expect(store.all()).toEqual(before);
  });
});

describe('tokens are not held', () => {
  const edition = { datId: 'blue', number: 1, priceCents: 1_000 };

  test('[N-MON-07] for an account without a user', async () => {
    const { services, request } = await shop();
    const asked = reserveEntry('nobody', request('o'), 'https://x.test');
    expect(await services.books.commit(asked)).toEqual({
      refused: true,
      code: 'failed-precondition',
      message:
        'Your sign-up is not complete. Sign up again with the same e-mail address and password to finish it.',
    });
  });

  test('[N-BUY-06] for an edition that is not there, or by someone who may not spend them', async () => {
    const { services, commit, request } = await shop();
    const asked = reserveEntry('bo', { ...request('o'), edition }, 'https://x.test');
    expect(await services.books.commit(asked)).toMatchObject({
      code: 'not-found',
      message: 'Edition not found',
    });
    const mint = { datId: 'blue', creatorUid: 'ana', editions: 1, priceCents: 1_000 };
    await commit(mintEntry({ ...mint, sharePpm: 25_000 }));
    await commit(openingEarningsEntry('bo', 'a', { debtMicros: 1_000_000 }));
    expect(await services.books.commit(asked)).toMatchObject({ message: debtText(1_000_000) });
    expect(await services.orders.listReserved()).toEqual([]);
  });
});

test('an order or a block that is missing is a bug, and told by its name', () => {
  expect(() => getOrder(() => undefined, 'o7')).toThrow('There is no order o7');
  expect(() => getBlock(() => undefined, '57')).toThrow('There is no block 57');
});
