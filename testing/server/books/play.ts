import { collectDebts } from '@datchain/functions/earnings/collect-debts.ts';
import { sweepProjections } from '@datchain/functions/jobs/sweep-projections.ts';
import { showPendingChoices } from '@datchain/functions/names/choose.ts';
import { expireOrders } from '@datchain/functions/orders/expire-orders.ts';
import { reconcilePayouts } from '@datchain/functions/payouts/reconcile-payouts.ts';
import { syncTransfer, TransferUnknown } from '@datchain/functions/payouts/sync-payout.ts';
import { postMissingFees } from '@datchain/functions/refunds/post-fees.ts';
import { syncReversals } from '@datchain/functions/refunds/sync-reversals.ts';
import { closeAccounts } from '@datchain/functions/users/close-account.ts';
import { HOUR_MILLIS, MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import fc from 'fast-check';
import { LostAnswer } from '../lost-answers.ts';
import { postAllDue } from '../shared-streams.ts';
import { crewOperations } from './crew-operations.ts';
import { detourOperations } from './detour-operations.ts';
import { editionOperations } from './edition-operations.ts';
import { moneyOperations } from './money-operations.ts';
import { open } from './opening.ts';
import { type Operation, operation, type Step, which } from './operation.ts';
import { hearOfOrder, orderOperations } from './order-operations.ts';
import type { BooksWorld, Send } from './world.ts';

const operations: Readonly<Record<string, Operation>> = {
  ...orderOperations,
  ...detourOperations,
  ...editionOperations,
  ...moneyOperations,
  ...crewOperations,
  // A late retry or repeated webhook.
  again: operation(5, { send: which }, (world, { send }) =>
    world.sends.at(send % Math.max(1, world.sends.length)),
  ),
};

export interface Play {
  readonly seed: number;
  readonly steps: readonly Step[];
}

export const plays = (maxSteps: number): fc.Arbitrary<Play> =>
  fc.record({
    seed: fc.nat(),
    steps: fc.array(
      fc.oneof(
        ...Object.entries(operations).map(([op, { weight, values }]) => ({
          weight,
          arbitrary: values.map((chosen): Step => ({ op, ...chosen })),
        })),
      ),
      { minLength: 1, maxLength: maxSteps, size: 'max' },
    ),
  });

/** Sends a request like a person or a webhook: without an answer it is left for later. */
async function tell(send: Send): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof LostAnswer || error instanceof TransferUnknown)) throw error;
  }
}

/**
 * Plays the steps, up to five concurrently; some are sent twice, some much later.
 *
 * @param look called whenever nothing is in progress
 */
export async function perform(
  world: BooksWorld,
  { steps }: Play,
  look: () => Promise<void>,
): Promise<void> {
  const { random, sends, letTimePass } = world;
  await open(world);
  const late: Send[] = [];
  for (let start = 0; start < steps.length; ) {
    const together = steps.slice(start, start + 1 + (random() % 5));
    await Promise.all(
      together.map(async ({ op, ...values }, offset) => {
        const send = await operations[op]?.prepare(world, values, String(start + offset));
        if (!send) return;
        sends.push(send);
        if (random() % 8 === 0) late.push(send);
        else await Promise.all((random() % 4 === 0 ? [send, send] : [send]).map(tell));
      }),
    );
    start += together.length;
    await letTimePass();
    if (random() % 4 === 0) await Promise.all(late.splice(0).reverse().map(tell));
  }
  await Promise.all(late.map(tell));
  await look();
  await endPlay(world);
}

async function endPlay(world: BooksWorld): Promise<void> {
  const { ground, services, card, transfers, calm, wait, letTimePass } = world;
  calm();
  const hearOfAll = () => Promise.all(world.known('orders').map((id) => hearOfOrder(world, id)));
  await hearOfAll();
  wait(40 * MINUTE_MILLIS);
  await letTimePass();
  await expireOrders(services);
  await hearOfAll();
  const payments = card.paid().flatMap(({ paymentIntentId }) => paymentIntentId ?? []);
  await Promise.all(payments.map((payment) => syncReversals(services, payment)));
  wait(25 * HOUR_MILLIS);
  await letTimePass();
  await reconcilePayouts(services);
  // The sweep only lists the transfers of the last 30 days, but a play may take longer.
  await Promise.all(transfers.transfers().map(({ id }) => syncTransfer(services, id)));
  await postMissingFees(services);
  await postAllDue(services);
  await collectDebts(services);
  await closeAccounts(services);
  // An entry is marked as projected a moment after its answer.
  for (let round = 0; round < 100 && (await sweepProjections(services)) > 0; round++) {
    await ground.idle();
  }
  await showPendingChoices(services);
}
