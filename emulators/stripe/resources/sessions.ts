import { type ApiCall, type Route, read, readPathId } from '../call.ts';
import { invalidParam, refused, StripeFailure } from '../errors.ts';
import { newId } from '../ids.ts';
import { findRow, listRows } from '../lists.ts';
import type { LineItem, Session } from '../objects.ts';
import { address, fields, list, maybe, metadata, oneOf, text, whole } from '../params.ts';
import type { SessionRow } from '../tables.ts';
import { type Cause, noCause, type World } from '../world.ts';
import { cancelIntent } from './payments.ts';

const minTotalCents = 50;
const minLifeSeconds = 30 * 60;
const maxLifeSeconds = 24 * 60 * 60;

const createShape = {
  mode: oneOf('payment'),
  line_items: list(
    fields({
      quantity: whole(1),
      price_data: fields({
        currency: oneOf('usd'),
        unit_amount: whole(0),
        product_data: fields({
          name: text(),
          description: maybe(text()),
          images: maybe(list(address(), 8)),
          metadata,
        }),
      }),
    }),
  ),
  success_url: address(),
  cancel_url: maybe(address()),
  expires_at: maybe(whole(1)),
  allowed_payment_method_types: maybe(list(oneOf('card'))),
  client_reference_id: maybe(text(200)),
  customer: maybe(text()),
  customer_email: maybe(text(800)),
  metadata,
  payment_intent_data: maybe(
    fields({
      metadata,
      description: maybe(text(1000)),
      transfer_group: maybe(text()),
    }),
  ),
};

function create(call: ApiCall): Session {
  const { world, scope } = call;
  const input = read(call, createShape);
  const now = world.clock.nowSeconds();
  const expiresAt = checkedExpiry(input.expires_at, now);
  if (input.customer !== undefined && input.customer_email !== undefined) {
    throw invalidParam(
      'customer_email',
      'You may only specify one of these parameters: customer, customer_email.',
    );
  }
  const lineItems = input.line_items.map(toLineItem);
  const total = lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  if (total < minTotalCents) throw totalTooSmall();
  if (input.customer !== undefined) {
    findRow(call, 'customers', { kind: 'customer', id: input.customer, param: 'customer' });
  }
  const id = newId('cs_test', 58);
  const object: Session = {
    id,
    object: 'checkout.session',
    amount_total: total,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    created: now,
    currency: 'usd',
    customer: input.customer ?? null,
    customer_details: null,
    customer_email: input.customer_email ?? null,
    expires_at: expiresAt,
    livemode: false,
    metadata: input.metadata,
    mode: 'payment',
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    success_url: input.success_url,
    url: `${world.baseUrl}/c/pay/${id}`,
  };
  const data = input.payment_intent_data;
  world.store.put('sessions', {
    id,
    scope,
    object,
    lineItems,
    intentData: {
      metadata: data?.metadata ?? {},
      description: data?.description ?? null,
      transferGroup: data?.transfer_group ?? null,
    },
    intentId: null,
  });
  return object;
}

function checkedExpiry(asked: number | undefined, now: number): number {
  if (asked === undefined) return now + maxLifeSeconds;
  if (asked < now + minLifeSeconds) {
    throw invalidParam(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    );
  }
  if (asked > now + maxLifeSeconds) {
    throw invalidParam(
      'expires_at',
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    );
  }
  return asked;
}

function totalTooSmall(): StripeFailure {
  return new StripeFailure(
    400,
    {
      type: 'invalid_request_error',
      code: 'amount_too_small',
      message: "The Checkout Session's total amount due must add up to at least $0.50 usd",
    },
    false,
  );
}

type LineInput = ReturnType<(typeof createShape)['line_items']>[number];

function toLineItem({ quantity, price_data: price }: LineInput): LineItem {
  return {
    amount_total: price.unit_amount * quantity,
    description: price.product_data.name,
    quantity,
  };
}

export function expireSession(world: World, row: SessionRow, cause: Cause): void {
  row.object.status = 'expired';
  row.object.url = null;
  world.store.put('sessions', row);
  cancelIntent(world, row, cause);
  world.emit({ type: 'checkout.session.expired', object: row.object, scope: row.scope, cause });
}

function expire(call: ApiCall): Session {
  read(call, {});
  const row = findSession(call);
  if (row.object.status !== 'open') {
    throw refused(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${row.object.status}\`.`,
    );
  }
  expireSession(call.world, row, call.cause);
  return row.object;
}

function findSession(call: ApiCall): SessionRow {
  return findRow(call, 'sessions', { kind: 'checkout.session', id: readPathId(call) });
}

export function expireDueSessions(world: World): void {
  const now = world.clock.nowSeconds();
  for (const row of world.store.rows('sessions')) {
    if (row.object.status === 'open' && row.object.expires_at <= now) {
      expireSession(world, row, noCause);
    }
  }
}

export const sessionRoutes: Route[] = [
  { method: 'POST', path: '/v1/checkout/sessions', answers: 'checkout.session', handle: create },
  {
    method: 'GET',
    path: '/v1/checkout/sessions',
    handle: (call) =>
      listRows(call, 'sessions', {
        filters: {},
        keep: () => true,
      }),
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions/:id',
    handle: (call) => {
      read(call, {});
      return findSession(call).object;
    },
  },
  {
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    answers: 'checkout.session',
    handle: expire,
  },
];

export function findAnySession(world: World, id: string): SessionRow | undefined {
  return world.store.get('sessions', id);
}
