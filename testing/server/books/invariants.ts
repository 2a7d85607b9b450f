import { isEditionDue } from '@datchain/functions/orders/buy-wanted.ts';
import {
  balancesOfGuards,
  compareBalances,
  compareReservations,
} from '@datchain/functions/reconcile/balances.ts';
import { compareOpenPayouts } from '@datchain/functions/reconcile/compare-payouts.ts';
import { compareQueues } from '@datchain/functions/reconcile/compare-queues.ts';
import { isOpenPayout } from '@datchain/shared/domain/books/payouts.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { brokenLimits } from './limits.ts';
import { makeOpeningWallet, OLD_PROCEEDS_MICROS, POOL_MICROS, users } from './opening.ts';
import { strangersIn } from './owners.ts';
import { type Broken, brokenRules, held, leftOfClosed, must, sum } from './rules.ts';
import { gains, sumReturnedCents } from './sets.ts';
import { readBooksSnapshot, type Snapshot } from './snapshot.ts';
import type { BooksWorld } from './world.ts';

async function screens({ ground, services, hasSteadyScreens }: BooksWorld): Promise<Broken[]> {
  if (!hasSteadyScreens || !ground.isReplayable) return [];
  await ground.idle();
  const differences = await ground.compare(services);
  return [
    ...differences.filter((difference) => difference.startsWith('screen ')),
    ...(await services.entries.listUnprojected(10)).map(({ id }) => `not shown: ${id}`),
  ];
}

/**
 * Lists broken rules that must hold whenever nothing is in progress, even while Stripe is ahead of
 * the books.
 */
export async function brokenNow(world: BooksWorld): Promise<Broken[]> {
  const all = await world.ground.all();
  const snapshot = readBooksSnapshot(all);
  const groups = world.transfers.transfers().map(({ payoutId }) => payoutId);
  return [
    ...compareBalances(snapshot.postings, balancesOfGuards(snapshot)),
    ...compareReservations(snapshot),
    ...compareQueues(snapshot),
    ...compareOpenPayouts(snapshot.users, snapshot.payouts),
    ...must('payouts with a transfer', new Set(groups).size, groups.length),
    ...brokenRules(world, snapshot),
    ...strangersIn(all),
    ...brokenLimits(world, snapshot),
    ...(await screens(world)),
  ];
}

/**
 * Lists the payments that reconciliation reports to a person: not fully refunded, or paid twice.
 */
function toReturn(world: BooksWorld, { orders }: Snapshot): string[] {
  return world.card.paid().flatMap(({ orderId, paymentIntentId, amountCents }) => {
    const isReturned = orders.some(({ id, state }) => id === orderId && state === 'refunded');
    const returned = sumReturnedCents(world, { paymentIntentId });
    return isReturned && returned < Number(amountCents)
      ? [
          `order ${orderId}: ${amountCents} cents to return, ${returned} were: refund the rest of ${paymentIntentId} at Stripe`,
        ]
      : [];
  });
}

/** Returns the cash: our balance at Stripe, the owner's payments, and the initial amount. */
function assets(world: BooksWorld, { orders }: Snapshot): number {
  const states = new Map(orders.map(({ id, state }) => [id, state]));
  const stateOf = (orderId: string | null) => states.get(orderId ?? '');
  const sessions = world.card.paid();
  const paid = sessions.filter(({ orderId }) => /settled|refunded/.test(stateOf(orderId) ?? ''));
  const payments = new Set(paid.map(({ paymentIntentId }) => paymentIntentId));
  const returned = world.card.reversals().filter((one) => payments.has(one.paymentIntentId));
  // A payment that delivered nothing is not ours, even before it is fully returned.
  const left = paid.map((one) => {
    const cents = Number(one.amountCents) - sumReturnedCents(world, one);
    return stateOf(one.orderId) === 'settled' ? cents : Math.min(0, cents);
  });
  const cents =
    sum(left) -
    sum(paid.map(({ feeCents }) => feeCents)) -
    sum(returned.flatMap(({ fees }) => fees.map((fee) => fee.cents))) -
    sum(world.transfers.transfers().map((one) => one.amountCents - one.reversedCents));
  const before = users
    .map(makeOpeningWallet)
    .flatMap(({ lots, earnedDays }) => [
      ...lots.map(({ faceMicros }) => (faceMicros * 9) / 10),
      ...earnedDays.map(({ totalMicros }) => totalMicros),
    ]);
  const all = cents + sum([...world.paidIn.values()]);
  return centsToMicros(all) + sum(before) + POOL_MICROS + OLD_PROCEEDS_MICROS;
}

/**
 * Lists broken rules after the jobs have run and every event was delivered. Nothing may be open or
 * unshown, and cash = backing + pool + owed + the platform's share, less its losses and promises.
 */
export async function brokenAtRest(world: BooksWorld): Promise<Broken[]> {
  const { ground, services } = world;
  const snapshot = readBooksSnapshot(await ground.all());
  const changes = await ground.compareChanges(services);
  const all = await ground.compare(services);
  const differences = [...new Set([...changes, ...all])];
  const isToReturn = (difference: string) => difference.includes(' to return, ');
  const open = [
    ...snapshot.orders.filter((order) => order.state === 'reserved' || isEditionDue(order)),
    ...snapshot.payouts.filter(isOpenPayout),
    ...(await services.entries.listUnprojected(10)),
  ];
  return [
    ...open.map(({ id }) => `still open or unshown: ${id}`),
    ...must('cash', assets(world, snapshot), held(snapshot, 'USD')),
    ...gains(world, snapshot),
    ...leftOfClosed(snapshot),
    ...(await brokenNow(world)),
    ...differences.filter((difference) => !isToReturn(difference)),
    ...must(
      'named to return',
      differences.filter(isToReturn).sort().join(),
      toReturn(world, snapshot).sort().join(),
    ),
  ];
}
