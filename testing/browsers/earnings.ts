import { randomUUID } from 'node:crypto';
import { services } from '@datchain/functions/services.ts';
import { createOrRetrieveAccount } from '@datchain/shared/contracts/calls/payouts.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { DAY_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import type { StackHandle } from '@datchain/stack/control.ts';
import { type OpeningEarnings, openingEarningsEntry } from '../server/opening.ts';
import { callAs } from './calls.ts';
import type { OwnAccount } from './fixtures.ts';
import type { Market } from './market.ts';

export type FormOutcome = 'enabled' | 'abandoned' | 'incomplete' | 'reviewed' | 'rejected';

/** Gives a user earnings in dollars, by their age in days, and reward tokens. */
export async function giveEarnings(
  { uid }: OwnAccount,
  usdByDaysAgo: Readonly<Record<number, number>>,
  given: Pick<OpeningEarnings, 'rewardQty'> = {},
): Promise<void> {
  const days = Object.fromEntries(
    Object.entries(usdByDaysAgo).map(([ago, usd]) => [
      utcDay(Date.now() - Number(ago) * DAY_MILLIS),
      Math.round(usd * 1_000_000),
    ]),
  );
  const written = await services().books.commit(
    openingEarningsEntry(uid, randomUUID(), { days, ...given }),
  );
  if (isRefusal(written)) throw new Error(written.message);
}

export async function leaveForm(
  { stack, market }: { stack: StackHandle; market: Market },
  account: OwnAccount,
  outcome: FormOutcome,
): Promise<void> {
  const { email } = account;
  const { body } = await callAs(stack, account, createOrRetrieveAccount.name, { email });
  const { stripeAccountId } = (body as { result: { stripeAccountId: string } }).result;
  await market.stripe('onboard', { account: stripeAccountId, outcome });
}

export const fundPayouts = (market: Market): Promise<unknown> =>
  market.stripe('topup', { amount: 1_000_000 });
