import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { SessionRow } from '../tables.ts';
import { type Cause, noCause, type World } from '../world.ts';
import { chargeFeeCents, recordMovement } from './balance-transactions.ts';
import { chargeObject, intentObject } from './payment-objects.ts';

/** What an attempt to pay a session came to. */
export type PayOutcome = 'paid' | 'declined' | 'already_paid' | 'expired';

const declineMessage = 'Your card was declined.';

/** Pays an open session in full; a session is paid at most once, however often it is asked for. */
export function paySession(world: World, row: SessionRow, email: string | null): PayOutcome {
  const closed = closedOutcome(row);
  if (closed !== undefined) return closed;
  const session = row.object;
  const intent = ensureIntent(world, row);
  const charge = chargeObject({
    id: newId('ch'),
    created: world.clock.nowSeconds(),
    intent,
    email: email ?? session.customer_email,
    failure: null,
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
  intent.payment_method = charge.payment_method;
  session.status = 'complete';
  session.payment_status = 'paid';
  session.payment_intent = intent.id;
  session.url = null;
  session.customer_details = {
    address: null,
    business_name: null,
    email: email ?? session.customer_email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
  world.store.put('charges', { id: charge.id, scope: row.scope, object: charge });
  world.store.put('intents', { id: intent.id, scope: row.scope, object: intent });
  world.store.put('sessions', row);
  const { scope } = row;
  world.emit({ type: 'charge.succeeded', object: charge, scope });
  world.emit({ type: 'payment_intent.succeeded', object: intent, scope });
  world.emit({ type: 'checkout.session.completed', object: session, scope });
  return 'paid';
}

/** A card that is declined: the session stays open and can be paid with another. */
export function declineSession(world: World, row: SessionRow, email: string | null): PayOutcome {
  const closed = closedOutcome(row);
  if (closed !== undefined) return closed;
  const { scope } = row;
  const intent = ensureIntent(world, row);
  const charge = chargeObject({
    id: newId('ch'),
    created: world.clock.nowSeconds(),
    intent,
    email: email ?? row.object.customer_email,
    failure: { code: 'card_declined', message: declineMessage },
  });
  intent.status = 'requires_payment_method';
  intent.latest_charge = charge.id;
  intent.last_payment_error = {
    type: 'card_error',
    charge: charge.id,
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: declineMessage,
  };
  world.store.put('charges', { id: charge.id, scope, object: charge });
  world.store.put('intents', { id: intent.id, scope, object: intent });
  world.emit({ type: 'charge.failed', object: charge, scope });
  world.emit({ type: 'payment_intent.payment_failed', object: intent, scope });
  return 'declined';
}

/** Cancels the intent of a session that ends unpaid, if an attempt made one. */
export function cancelIntent(world: World, row: SessionRow, cause: Cause): void {
  if (row.intentId === null) return;
  const intent = world.store.get('intents', row.intentId);
  if (intent === undefined) return;
  intent.object.status = 'canceled';
  intent.object.canceled_at = world.clock.nowSeconds();
  intent.object.cancellation_reason = 'automatic';
  world.store.put('intents', intent);
  const { object, scope } = intent;
  world.emit({ type: 'payment_intent.canceled', object, scope, cause });
}

function closedOutcome(row: SessionRow): PayOutcome | undefined {
  if (row.object.status === 'complete') return 'already_paid';
  if (row.object.status === 'expired') return 'expired';
  return undefined;
}

function ensureIntent(world: World, row: SessionRow): Stripe.PaymentIntent {
  const known = row.intentId === null ? undefined : world.store.get('intents', row.intentId);
  if (known !== undefined) return known.object;
  const intent = intentObject({
    id: newId('pi'),
    created: world.clock.nowSeconds(),
    amount: row.object.amount_total ?? 0,
    customer: typeof row.object.customer === 'string' ? row.object.customer : null,
    ...row.intentData,
  });
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
