import { collectDebts } from '@datchain/functions/earnings/collect-debts.ts';
import { sweepProjections } from '@datchain/functions/jobs/sweep-projections.ts';
import { ownerPaidInEntry } from '@datchain/functions/journal/entries/fees.ts';
import { holdPayoutEntry } from '@datchain/functions/journal/entries/payouts.ts';
import { waiveLaterEntry, waiveRestEntry } from '@datchain/functions/journal/entries/rest.ts';
import { reconcilePayouts } from '@datchain/functions/payouts/reconcile-payouts.ts';
import { syncPayout } from '@datchain/functions/payouts/sync-payout.ts';
import { postMissingFees } from '@datchain/functions/refunds/post-fees.ts';
import { sweepReversals, syncReversals } from '@datchain/functions/refunds/sync-reversals.ts';
import { readUserGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { restOf } from '@datchain/shared/domain/books/rest.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import fc from 'fast-check';
import { operation, uid, which } from './operation.ts';

/**
 * One user appears more often, so that a second payout is requested while the first is in progress.
 */
const payee = fc.oneof(uid, fc.constant('ana'));

export const moneyOperations = {
  payIn: operation(1, { cents: fc.integer({ min: 0, max: 5_000 }) }, (world, { cents }, id) => {
    const entry = ownerPaidInEntry(String(id), cents);
    return async () => {
      if (!isRefusal(await world.commit(entry))) world.paidIn.set(entry.id, cents);
    };
  }),

  payOut: operation(
    7,
    {
      uid: payee,
      source: fc.constantFrom('credits' as const, 'tokens' as const),
      cents: fc.integer({ min: 2_450, max: 3_600 }),
      spot: fc.constantFrom(undefined, 0.1, 0.1),
    },
    (world, { uid: user, source, cents, spot }, id) => {
      const request = { payoutId: `p${id}`, source, amountUsd: cents / 100, accountId: user };
      return async () => {
        const held = await world.commit(holdPayoutEntry(user, request, spot));
        if (isRefusal(held)) return;
        world.know('payouts', held.result.payoutId);
        await syncPayout(world.services, held.result.payoutId);
      };
    },
  ),

  askForPayout: operation(2, { payout: which }, (world, { payout }) => {
    const id = world.nth('payouts', payout);
    return id === undefined ? undefined : () => syncPayout(world.services, id);
  }),

  // Sent at once, the rest is as agreed; sent later, it may have changed.
  waiveRest: operation(
    3,
    { uid: fc.oneof(uid, fc.constant('di')), spot: fc.constantFrom(undefined, 0.001, 0.1) },
    async (world, { uid: user, spot }, id) => {
      const agreed = restOf(readUserGuard(user, await world.read(docs.userGuard(user))));
      return () => world.commit(waiveRestEntry(user, id, agreed, spot));
    },
  ),

  // An artist with a closed account whose works still earn.
  waiveLater: operation(
    2,
    { uid: fc.constantFrom('bo', 'cy') },
    async (world, { uid: user }, id) => {
      const path = docs.closure(user);
      const rest = restOf(readUserGuard(user, await world.read(docs.userGuard(user))));
      return async () => {
        const { store } = world.ground;
        if (!(await world.read(path))) {
          await store.write({ create: [{ path, data: { uid: user, at: 1, erasedAt: 1 } }] });
        }
        await world.commit(waiveLaterEntry(user, id, rest));
        // The account stays in use, so nothing else of it is erased.
        const stored = (await store.read([path])).get(path);
        if (stored) await store.write({ remove: [{ path, version: stored.version }] });
      };
    },
  ),

  sweepPayouts: operation(1, {}, (world) => () => reconcilePayouts(world.services)),

  takeTransferBack: operation(
    2,
    { transfer: which, cents: fc.integer({ min: 1, max: 4_000 }) },
    (world, { transfer, cents }) =>
      async () =>
        world.transfers.reverse(transfer, cents),
  ),

  refund: operation(
    4,
    { order: which, permille: fc.oneof(fc.constant(1_000), fc.integer({ min: 1, max: 1_000 })) },
    (world, { order, permille }, id) => {
      const orderId = world.nth('orders', order);
      return orderId
        ? async () => world.card.takeBack(orderId, 'refund', permille, `re${id}`)
        : undefined;
    },
  ),

  dispute: operation(3, { order: which }, (world, { order }, id) => {
    const orderId = world.nth('orders', order);
    return orderId
      ? async () => world.card.takeBack(orderId, 'dispute', 1_000, `dp${id}`)
      : undefined;
  }),

  // A refund fails, including one of ours, or a dispute is won.
  comeBack: operation(2, { reversal: which }, (world, { reversal }) => {
    const all = world.card.reversals();
    const one = all[reversal % Math.max(1, all.length)];
    return one ? async () => world.card.comeBack(one.id) : undefined;
  }),

  hearOfReversal: operation(4, { reversal: which }, (world, { reversal }) => {
    const all = world.card.reversals();
    const payment = all[reversal % Math.max(1, all.length)]?.paymentIntentId;
    return payment ? () => syncReversals(world.services, payment) : undefined;
  }),

  sweepReversals: operation(1, {}, (world) => () => sweepReversals(world.services)),
  fees: operation(1, {}, (world) => () => postMissingFees(world.services)),
  collect: operation(1, {}, (world) => () => collectDebts(world.services)),
  show: operation(1, {}, (world) => () => sweepProjections(world.services)),

  wait: operation(
    3,
    { minutes: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 60, max: 2_400 })) },
    (world, { minutes }) =>
      async () =>
        world.wait(minutes * 60_000),
  ),
};
