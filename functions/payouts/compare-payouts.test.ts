import { emptyUserGuard } from '@datchain/shared/domain/books/guards.ts';
import type { Payout, PayoutState } from '@datchain/shared/domain/books/payouts.ts';
import { aTransfer as transfer } from '@datchain/testing/server/a-transfer.ts';
import { expect, test } from 'vitest';
import { compareOpenPayouts, compareTransfers } from '../reconcile/compare-payouts.ts';
import type { Services } from '../services.ts';
import type { Transfer } from '../stripe/connect.ts';

const MADE_AT = Date.UTC(2026, 10, 1);

const payout = (over: Partial<Payout> = {}): Payout => ({
  id: 'p',
  uid: 'ana',
  source: 'credits',
  amountCents: 3_000,
  state: 'paid',
  parts: [],
  qty: 0,
  poolMicros: 0,
  accountId: 'acct_ana',
  transferId: 'tr_p',
  reversals: [],
  createdAt: MADE_AT,
  closedAt: MADE_AT,
  ...over,
});

async function differences(payouts: readonly Payout[], transfers: readonly Transfer[]) {
  const asked: number[] = [];
  const connect: Pick<Services['connect'], 'listTransfersSince'> = {
    async *listTransfersSince(at) {
      asked.push(at);
      yield* transfers;
    },
  };
  const found = await compareTransfers({ connect: connect as Services['connect'] }, payouts);
  return { found, asked };
}

test('a payout that agrees with its transfer has no difference', async () => {
  const { found, asked } = await differences(
    [payout(), payout({ id: 'older', transferId: 'tr_o', createdAt: MADE_AT - 5_000 })],
    [transfer(), transfer({ id: 'tr_o', payoutId: 'older' })],
  );
  expect(found).toEqual([]);
  // From a minute before the oldest payout, because Stripe's clock may be behind.
  expect(asked).toEqual([MADE_AT - 5_000 - 60_000]);
});

test('Stripe is not asked without payouts', async () => {
  expect(await differences([], [transfer()])).toEqual({ found: [], asked: [] });
});

test.each<[string, Partial<Transfer>, string]>([
  ['another id', { id: 'tr_x' }, 'the transfer tr_p, at Stripe tr_x'],
  ['another account', { accountId: 'acct_bo' }, 'the account acct_ana, at Stripe acct_bo'],
  ['a cent more', { amountCents: 3_001 }, 'cents 3000, at Stripe 3001'],
  ['a part taken back', { reversedCents: 7 }, 'cents reversed 0, at Stripe 7'],
])('a transfer with %s is reported', async (_, over, words) => {
  expect((await differences([payout()], [transfer(over)])).found).toEqual([`payout p: ${words}`]);
});

test('payouts that were reversed in full are compared too', async () => {
  const reversed = payout({ state: 'reversed', reversals: [{ id: 'trr', amountCents: 3_000 }] });
  const gone = transfer({ reversedCents: 3_000 });
  expect((await differences([reversed], [gone])).found).toEqual([]);
  expect((await differences([reversed], [])).found).toEqual([
    'payout p: reversed with 0 transfers',
  ]);
});

test('a paid payout without a transfer or with two is reported', async () => {
  expect((await differences([payout()], [])).found).toEqual(['payout p: paid with 0 transfers']);
  const twice = [transfer(), transfer({ id: 'tr_2' })];
  expect((await differences([payout()], twice)).found).toEqual(['payout p: paid with 2 transfers']);
});

test.each<PayoutState>(['held', 'unknown', 'returned'])(
  'a payout that is %s is reported if it has a transfer',
  async (state) => {
    const unpaid = payout({ state, transferId: null });
    expect((await differences([unpaid], [])).found).toEqual([]);
    expect((await differences([unpaid], [transfer()])).found).toEqual([
      `payout p: ${state}, with transfer tr_p`,
    ]);
  },
);

test('transfers of other products are ignored', async () => {
  const others = [
    transfer(),
    transfer({ id: 'tr_a', payoutId: 'else' }),
    transfer({ id: 'tr_b', payoutId: null }),
  ];
  expect((await differences([payout()], others)).found).toEqual([]);
});

test('an open payout and its user that do not name each other are reported', () => {
  const user = (uid: string, openPayoutId: string | null) => ({
    ...emptyUserGuard(uid),
    openPayoutId,
  });
  const open = payout({ state: 'held' });
  expect(
    compareOpenPayouts([user('ana', 'p'), user('bo', null)], [open, payout({ id: 'q' })]),
  ).toEqual([]);
  expect(compareOpenPayouts([user('ana', 'p'), user('bo', 'p')], [open])).toEqual([
    'payout p of bo: named, not open',
  ]);
  expect(compareOpenPayouts([user('ana', null)], [open])).toEqual([
    'payout p of ana: open, not named',
  ]);
});
