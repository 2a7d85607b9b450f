import { newId } from '../ids.ts';
import type { Charge, Intent } from '../objects.ts';
import type { SessionRow } from '../tables.ts';
import { type Cause, noCause, type World } from '../world.ts';
import { chargeFeeCents, recordMovement } from './balance-transactions.ts';

export type PayOutcome = 'paid' | 'declined' | 'already_paid' | 'expired';

const declineMessage = 'Your card was declined.';

/** Pays an open session in full; a session is paid at most once, however often this is called. */
export function paySession(world: World, row: SessionRow, email: string | null): PayOutcome {
  const closed = closedOutcome(row);
  if (closed !== undefined) return closed;
  const session = row.object;
  const intent = ensureIntent(world, row);
  const charge = chargeObject({
    id: newId('ch'),
    created: world.clock.nowSeconds(),
    intent,
    paid: true,
  });
  charge.balance_transaction = recordMovement(world, {
    scope: row.scope,
    type: 'charge',
    amount: charge.amount,
    fee: chargeFeeCents(charge.amount),
    source: charge.id,
    description: charge.description,
  }).id;
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.latest_charge = charge.id;
  intent.last_payment_error = null;
  session.status = 'complete';
  session.payment_status = 'paid';
  session.payment_intent = intent.id;
  session.url = null;
  session.customer_details = { email: email ?? session.customer_email };
  world.store.put('charges', { id: charge.id, scope: row.scope, object: charge });
  world.store.put('intents', { id: intent.id, scope: row.scope, object: intent });
  world.store.put('sessions', row);
  const { scope } = row;
  world.emit({ type: 'charge.succeeded', object: charge, scope });
  world.emit({ type: 'payment_intent.succeeded', object: intent, scope });
  world.emit({ type: 'checkout.session.completed', object: session, scope });
  return 'paid';
}

/** Declines the card: the session stays open and can be paid with another card. */
export function declineSession(world: World, row: SessionRow): PayOutcome {
  const closed = closedOutcome(row);
  if (closed !== undefined) return closed;
  const { scope } = row;
  const intent = ensureIntent(world, row);
  const charge = chargeObject({
    id: newId('ch'),
    created: world.clock.nowSeconds(),
    intent,
    paid: false,
  });
  intent.status = 'requires_payment_method';
  intent.latest_charge = charge.id;
  intent.last_payment_error = {
    type: 'card_error',
    code: 'card_declined',
    message: declineMessage,
  };
  world.store.put('charges', { id: charge.id, scope, object: charge });
  world.store.put('intents', { id: intent.id, scope, object: intent });
  world.emit({ type: 'charge.failed', object: charge, scope });
  world.emit({ type: 'payment_intent.payment_failed', object: intent, scope });
  return 'declined';
}

/** Cancels the payment intent of a session that ends unpaid, if an attempt made one. */
export function cancelIntent(world: World, row: SessionRow, cause: Cause): void {
  if (row.intentId === null) return;
  const intent = world.store.get('intents', row.intentId);
  if (intent === undefined) return;
  intent.object.status = 'canceled';
  world.store.put('intents', intent);
  const { object, scope } = intent;
  world.emit({ type: 'payment_intent.canceled', object, scope, cause });
}

function closedOutcome(row: SessionRow): PayOutcome | undefined {
  if (row.object.status === 'complete') return 'already_paid';
  if (row.object.status === 'expired') return 'expired';
  return undefined;
}

function ensureIntent(world: World, row: SessionRow): Intent {
  const known = row.intentId === null ? undefined : world.store.get('intents', row.intentId);
  if (known !== undefined) return known.object;
  const intent: Intent = {
    id: newId('pi'),
    object: 'payment_intent',
    amount: row.object.amount_total ?? 0,
    amount_received: 0,
    created: world.clock.nowSeconds(),
    currency: 'usd',
    customer: row.object.customer,
    description: row.intentData.description,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: row.intentData.metadata,
    status: 'requires_payment_method',
    transfer_group: row.intentData.transferGroup,
  };
  row.intentId = intent.id;
  world.store.put('intents', { id: intent.id, scope: row.scope, object: intent });
  world.store.put('sessions', row);
  world.emit({
    type: 'payment_intent.created',
    object: intent,
    scope: row.scope,
    cause: noCause,
  });
  return intent;
}

type NewCharge = {
  id: string;
  created: number;
  intent: Intent;
  paid: boolean;
};

export function chargeObject({ id, created, intent, paid }: NewCharge): Charge {
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    balance_transaction: null,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    livemode: false,
    metadata: intent.metadata,
    paid,
    payment_intent: intent.id,
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
    transfer_group: intent.transfer_group,
  };
}
