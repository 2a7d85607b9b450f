import type { Route } from '../call.ts';
import { noSuch, refused } from '../errors.ts';
import { newId } from '../ids.ts';
import { listRows } from '../lists.ts';
import type { Charge, Dispute, Movement } from '../objects.ts';
import { maybe, text } from '../params.ts';
import type { Row } from '../tables.ts';
import type { World } from '../world.ts';
import { recordMovement } from './balance-transactions.ts';

const disputeFeeCents = 1500;

/** Opens a dispute of a charge: the money and a $15 fee leave the balance at once. */
export function openDispute(world: World, paymentIntent: string): Dispute {
  const row = disputedCharge(world, paymentIntent);
  const charge = row.object;
  if (!charge.paid) throw refused('Only a charge that succeeded can be disputed.');
  if (charge.disputed) throw refused(`Charge ${charge.id} is already disputed.`);
  const { scope } = row;
  const id = newId('du');
  const { amount } = charge;
  const movement = recordMovement(world, {
    scope,
    type: 'adjustment',
    amount: -amount,
    fee: disputeFeeCents,
    source: id,
    description: `Chargeback withdrawal for ${charge.id}`,
  });
  const dispute = disputeObject({
    id,
    movement,
    charge,
    created: world.clock.nowSeconds(),
  });
  charge.disputed = true;
  world.store.put('charges', row);
  world.store.put('disputes', { id, scope, object: dispute });
  world.emit({ type: 'charge.dispute.created', object: dispute, scope });
  world.emit({ type: 'charge.dispute.funds_withdrawn', object: dispute, scope });
  return dispute;
}

/** Closes a dispute as the bank would. If it is won, the amount comes back, but not the fee. */
export function closeDispute(
  world: World,
  { dispute: id, status }: { dispute: string; status: 'won' | 'lost' },
): Dispute {
  const row = world.store.get('disputes', id);
  if (row === undefined) throw noSuch('dispute', id);
  const { object: dispute, scope } = row;
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw refused(`Dispute ${id} is already closed.`);
  }
  dispute.status = status;
  if (status === 'won') {
    dispute.balance_transactions.push(
      recordMovement(world, {
        scope,
        type: 'adjustment',
        amount: dispute.amount,
        source: id,
        description: `Chargeback reversal for ${String(dispute.charge)}`,
      }),
    );
  }
  world.store.put('disputes', row);
  world.emit({ type: 'charge.dispute.closed', object: dispute, scope });
  if (status === 'won') {
    world.emit({ type: 'charge.dispute.funds_reinstated', object: dispute, scope });
  }
  return dispute;
}

function disputedCharge(world: World, paymentIntent: string): Row<Charge> {
  const charge = world.store.get('intents', paymentIntent)?.object.latest_charge;
  const row = typeof charge === 'string' ? world.store.get('charges', charge) : undefined;
  if (row === undefined) throw noSuch('charge', paymentIntent);
  return row;
}

function disputeObject(parts: {
  id: string;
  created: number;
  charge: Charge;
  movement: Movement;
}): Dispute {
  return {
    id: parts.id,
    object: 'dispute',
    amount: parts.charge.amount,
    balance_transactions: [parts.movement],
    charge: parts.charge.id,
    created: parts.created,
    currency: 'usd',
    livemode: false,
    payment_intent: parts.charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
}

/** Read-only routes: only a knob opens disputes. */
export const disputeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/disputes',
    handle: (call) =>
      listRows(call, 'disputes', {
        filters: { charge: maybe(text()), payment_intent: maybe(text()) },
        keep: (dispute, { charge, payment_intent: intent }) =>
          (charge === undefined || dispute.charge === charge) &&
          (intent === undefined || dispute.payment_intent === intent),
      }),
  },
];
