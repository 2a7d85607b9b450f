import { randomUUID } from 'node:crypto';
import type { Entry } from '@datchain/functions/journal/entry.ts';
import { services } from '@datchain/functions/services.ts';
import { readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { Payout } from '@datchain/shared/domain/books/payouts.ts';
import type { PayoutSource } from '@datchain/shared/domain/payout.ts';
import { DAY_MILLIS, MINUTE_MILLIS, utcDay } from '@datchain/shared/domain/time.ts';
import { committed } from './accepted.ts';
import type { Answer, Fan, market } from './market.ts';
import { openingEarningsEntry, openingPoolMoneyEntry } from './opening.ts';

const MICROS_PER_USD = 1_000_000;

const write = <T>(entry: Entry<T>) => committed(services().books, entry);

export function cashOut(m: ReturnType<typeof market>) {
  const account = async (fan: Fan, email = 'fan@dats.test') => {
    const { body } = await m.call('createOrRetrieveAccount', { email }, fan.token);
    return body.result as { stripeAccountId: string; payouts_enabled: boolean };
  };
  const userOf = async (uid: string) => {
    const path = docs.userGuard(uid);
    return readUserGuard(uid, (await services().store.read([path])).get(path)?.data);
  };
  const setUp = async (fan: Fan): Promise<string> => {
    const { stripeAccountId } = await account(fan);
    await m.stripe('onboard', { account: stripeAccountId, outcome: 'enabled' });
    return stripeAccountId;
  };
  const earn = async (fan: Fan, usdByDaysAgo: Readonly<Record<number, number>>) => {
    const now = Date.now() + (await m.clockOffset());
    const days = Object.fromEntries(
      Object.entries(usdByDaysAgo).map(([ago, usd]) => [
        utcDay(now - Number(ago) * DAY_MILLIS),
        Math.round(usd * MICROS_PER_USD),
      ]),
    );
    await write(openingEarningsEntry(fan.uid, randomUUID(), { days }));
  };
  const payoutsOf = async ({ uid }: Pick<Fan, 'uid'>): Promise<Payout[]> => {
    const found: Payout[] = [];
    for await (const page of services().payouts.pages(100)) {
      found.push(...page.filter((payout) => payout.uid === uid));
    }
    return found.sort((a, b) => a.createdAt - b.createdAt);
  };
  return {
    account,
    userOf,

    setUp,

    /** Gives a fan earnings in US dollars, by their age in days. */
    earn,

    /** Returns a fan's stored payouts, oldest first. */
    payoutsOf,

    async earner(usd: number): Promise<Fan> {
      const fan = await m.signUp();
      await setUp(fan);
      await earn(fan, { 9: usd });
      return fan;
    },

    async onlyPayout(fan: Fan): Promise<Payout> {
      const [payout, ...others] = await payoutsOf(fan);
      if (!payout || others.length > 0)
        throw new Error(payout ? 'More than one payout' : 'No payout');
      return payout;
    },

    /** Advances the clock, by default two minutes, and runs the payout job. */
    async sweep(afterMillis = 2 * MINUTE_MILLIS): Promise<void> {
      await m.shiftClock(afterMillis);
      await m.runScheduled('reconcilePayoutsJob');
    },

    async clearFaults(): Promise<void> {
      await fetch(`${m.addresses.stripe}/_test/faults`, { method: 'DELETE' });
    },

    async dayAgo(ago: number): Promise<string> {
      return utcDay(Date.now() + (await m.clockOffset()) - ago * DAY_MILLIS);
    },

    grant: (fan: Fan, given: { rewardQty?: number; debtMicros?: number }) =>
      write(openingEarningsEntry(fan.uid, randomUUID(), given)),

    fundPool: (usd: number) => write(openingPoolMoneyEntry(randomUUID(), usd * MICROS_PER_USD)),

    pay: (fan: Fan, payoutAmount: unknown, source: PayoutSource = 'credits'): Promise<Answer> =>
      m.call('processPayout', { payoutAmount, source }, fan.token),

    quote: async (fan: Fan) => (await m.call('getPayoutQuote', {}, fan.token)).body.result,

    transfersOf: (payoutId: string) => services().connect.findTransfers(payoutId),

    async movement({ uid }: Fan, entryId: string): Promise<Record<string, unknown> | undefined> {
      const path = docs.movement(uid, entryId);
      return (await services().store.read([path])).get(path)?.data;
    },

    /** Reverses part of a transfer, or all that is left of it, as the shop owner can at Stripe. */
    async reverse(transferId: string, amount?: number): Promise<string> {
      const { stripe } = services();
      return (await stripe.transfers.createReversal(transferId, amount ? { amount } : {})).id;
    },
  };
}
