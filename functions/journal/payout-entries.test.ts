import type { Payout } from '@datchain/shared/domain/books/payouts.ts';
import { expect, test } from 'vitest';
import { memoryServer } from '../testing/books/memory-server.ts';
import { writing } from '../testing/books/written.ts';
import { openingEarningsEntry } from '../testing/opening.ts';
import { payDebtEntry } from './entries/debts.ts';
import {
  holdPayoutEntry,
  paidPayoutEntry,
  returnPayoutEntry,
  reversePayoutEntry,
  unknownPayoutEntry,
} from './entries/payouts.ts';
import { waiveRestEntry } from './entries/rest.ts';
import { openingPoolEntry } from './entries/tokens.ts';

test('what is written of payouts, from earnings and of reward tokens, and of a debt that is paid', async () => {
  const server = memoryServer([]);
  const { books, payouts } = server.services;
  const says = writing(server);
  const payout = async (id: string): Promise<Payout> => {
    const found = await payouts.find(id);
    if (!found) throw new Error(`There is no payout ${id}`);
    return found;
  };
  const ask = (payoutId: string, source: 'credits' | 'tokens' = 'credits') => ({
    payoutId,
    source,
    amountUsd: 25,
    accountId: 'acct',
  });
  await books.commit(openingPoolEntry(1_000, 1_000_000_000));
  const days = { '2026-09-01': 60_000_000 };
  await books.commit(openingEarningsEntry('sella', 'a', { days, rewardQty: 3 }));
  await says(holdPayoutEntry('sella', ask('p1'), undefined), {
    id: 'hold:p1',
    kind: 'payout-held',
    actor: 'sella',
    input: { payoutId: 'p1', source: 'credits', amountUsd: 25, accountId: 'acct' },
    touched: ['user:sella'],
    result: { payoutId: 'p1' },
    wrote: ['guards/user:sella', 'payouts/p1'],
    seen: {
      sella: { kind: 'payout-requested', amountCents: 2_500, payoutId: 'p1', source: 'credits' },
    },
  });
  await says(unknownPayoutEntry('p1'), {
    id: 'unknown:p1',
    kind: 'payout-unknown',
    actor: 'system',
    input: { payoutId: 'p1' },
    wrote: ['payouts/p1'],
  });
  await says(paidPayoutEntry(await payout('p1'), 'tr_1'), {
    id: 'paid:p1',
    kind: 'payout-paid',
    actor: 'system',
    input: { payoutId: 'p1', transferId: 'tr_1' },
    touched: ['user:sella'],
    result: { outcome: 'paid' },
    wrote: ['guards/user:sella', 'payouts/p1'],
    seen: {
      sella: {
        kind: 'payout-paid',
        amountCents: 2_500,
        transferId: 'tr_1',
        payoutId: 'p1',
        source: 'credits',
      },
    },
  });
  await says(reversePayoutEntry(await payout('p1'), { id: 'trr_1', amountCents: 100 }), {
    id: 'reverse:trr_1',
    kind: 'payout-reversed',
    actor: 'system',
    input: { payoutId: 'p1', amountCents: 100 },
    touched: ['user:sella'],
    wrote: ['guards/user:sella', 'payouts/p1'],
    seen: {
      sella: { kind: 'payout-reversed', amountCents: 100, payoutId: 'p1', source: 'credits' },
    },
  });
  await says(holdPayoutEntry('sella', ask('p2', 'tokens'), 10), {
    id: 'hold:p2',
    kind: 'payout-held',
    actor: 'sella',
    input: { payoutId: 'p2', source: 'tokens', amountUsd: 25, accountId: 'acct' },
    touched: ['user:sella', 'supply'],
    result: { payoutId: 'p2' },
    wrote: ['guards/supply', 'guards/user:sella', 'payouts/p2'],
    seen: {
      sella: { kind: 'payout-requested', amountCents: 2_500, payoutId: 'p2', source: 'tokens' },
    },
  });
  await says(returnPayoutEntry(await payout('p2')), {
    id: 'return:p2',
    kind: 'payout-returned',
    actor: 'system',
    input: { payoutId: 'p2' },
    touched: ['user:sella', 'supply'],
    wrote: ['guards/supply', 'guards/user:sella', 'payouts/p2'],
    seen: {
      sella: { kind: 'payout-returned', amountCents: 2_500, payoutId: 'p2', source: 'tokens' },
    },
  });
  await books.commit(openingEarningsEntry('sella', 'x', { debtMicros: 1_000_000 }));
  await says(payDebtEntry('sella', 'now'), {
    id: 'debt-paid:sella:now',
    kind: 'debt-paid',
    actor: 'system',
    input: { uid: 'sella' },
    touched: ['user:sella'],
    result: { paidMicros: 1_000_000 },
    wrote: ['debts/sella', 'guards/user:sella'],
    seen: { sella: { kind: 'debt-paid', paidMicros: 1_000_000, debtMicros: 0 } },
  });
  const agreed = { earnedMicros: 35_000_000 - 1, changeMicros: 0, rewardQty: 3 };
  expect(await books.commit(waiveRestEntry('sella', '1', agreed, undefined))).toMatchObject({
    refused: true,
    code: 'aborted',
  });
  await books.commit(
    openingEarningsEntry('bo', 'a', { days: { '2026-09-01': 3_000_001 }, rewardQty: 1 }),
  );
  const rest = { earnedMicros: 3_000_001, changeMicros: 0, rewardQty: 1 };
  await says(waiveRestEntry('bo', '1', rest, undefined), {
    id: 'rest-waived:bo:1',
    kind: 'rest-waived',
    actor: 'bo',
    input: rest,
    touched: ['user:bo', 'supply'],
    wrote: ['guards/supply', 'guards/user:bo', 'totals/books'],
    seen: { bo: { kind: 'rest-waived', ...rest } },
  });
});
