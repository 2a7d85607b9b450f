import { type ApiCall, type Route, read } from '../call.ts';
import { invalidParam, refused } from '../errors.ts';
import { newId } from '../ids.ts';
import { findRow, listRows } from '../lists.ts';
import type { Charge, Refund } from '../objects.ts';
import { maybe, metadata, oneOf, text, whole } from '../params.ts';
import type { Row } from '../tables.ts';
import { recordMovement } from './balance-transactions.ts';

const createShape = {
  charge: maybe(text()),
  payment_intent: maybe(text()),
  amount: maybe(whole(1)),
  reason: maybe(oneOf('duplicate', 'fraudulent', 'requested_by_customer')),
  metadata,
};

/** Refunds all or part of a charge. Stripe keeps its fee, so the balance may go below zero. */
function create(call: ApiCall): Refund {
  const { world, scope, cause } = call;
  const input = read(call, createShape);
  const row = refundedCharge(call, input);
  const charge = row.object;
  const left = charge.amount_captured - charge.amount_refunded;
  if (!charge.paid) throw refused(`Charge ${charge.id} did not succeed; it cannot be refunded.`);
  if (charge.disputed) {
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (left === 0) {
    throw refused(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = input.amount ?? left;
  if (amount > left) {
    throw refused(
      `Refund amount (${usd(amount)}) is greater than unrefunded amount on charge (${usd(left)})`,
      { param: 'amount' },
    );
  }
  const id = newId('re');
  const refund: Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: recordMovement(world, {
      scope,
      type: 'refund',
      amount: -amount,
      source: id,
      description: `Refund of ${charge.id}`,
    }).id,
    charge: charge.id,
    created: world.clock.nowSeconds(),
    currency: charge.currency,
    metadata: input.metadata,
    payment_intent: charge.payment_intent,
    reason: input.reason ?? null,
    status: 'succeeded',
  };
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  world.store.put('charges', row);
  world.store.put('refunds', { id, scope, object: refund });
  world.emit({ type: 'refund.created', object: refund, scope, cause });
  world.emit({ type: 'charge.refunded', object: charge, previous, scope, cause });
  return refund;
}

function refundedCharge(
  call: ApiCall,
  input: { charge: string | undefined; payment_intent: string | undefined },
): Row<Charge> {
  if (input.charge !== undefined) {
    return findRow(call, 'charges', { kind: 'charge', id: input.charge, param: 'charge' });
  }
  if (input.payment_intent === undefined) {
    throw invalidParam(
      'payment_intent',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    );
  }
  const named = { kind: 'payment_intent', id: input.payment_intent, param: 'payment_intent' };
  const intent = findRow(call, 'intents', named).object;
  const chargeId = intent.latest_charge;
  if (typeof chargeId !== 'string') {
    throw refused(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  }
  return findRow(call, 'charges', { kind: 'charge', id: chargeId, param: 'payment_intent' });
}

function usd(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

export const refundRoutes: Route[] = [
  { method: 'POST', path: '/v1/refunds', answers: 'refund', handle: create },
  {
    method: 'GET',
    path: '/v1/refunds',
    handle: (call) =>
      listRows(call, 'refunds', {
        filters: { charge: maybe(text()), payment_intent: maybe(text()) },
        keep: (refund, { charge, payment_intent: intent }) =>
          (charge === undefined || refund.charge === charge) &&
          (intent === undefined || refund.payment_intent === intent),
      }),
  },
];
