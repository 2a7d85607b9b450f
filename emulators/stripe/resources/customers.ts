import type Stripe from 'stripe';
import { type ApiCall, idOf, type Route, read } from '../call.ts';
import { newId } from '../ids.ts';
import { findRow, listRows } from '../lists.ts';
import { maybe, metadata, text } from '../params.ts';

const shape = {
  email: maybe(text(512)),
  name: maybe(text(256)),
  phone: maybe(text(20)),
  description: maybe(text()),
  metadata,
};

function create(call: ApiCall): Stripe.Customer {
  const { world, scope, cause } = call;
  const input = read(call, shape);
  const object: Stripe.Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: world.clock.nowSeconds(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: input.description ?? null,
    discount: null,
    email: input.email ?? null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: input.metadata,
    name: input.name ?? null,
    phone: input.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  world.store.put('customers', { id: object.id, scope, object });
  world.emit({ type: 'customer.created', object, scope, cause });
  return object;
}

function remove(call: ApiCall): { id: string; object: 'customer'; deleted: true } {
  read(call, {});
  const { id } = findRow(call, 'customers', { kind: 'customer', id: idOf(call) }).object;
  call.world.store.remove('customers', id);
  return { id, object: 'customer', deleted: true };
}

export const customerRoutes: Route[] = [
  { method: 'POST', path: '/v1/customers', handle: create },
  {
    method: 'GET',
    path: '/v1/customers',
    handle: (call) =>
      listRows(call, 'customers', {
        filters: { email: maybe(text()) },
        keep: (customer, { email }) => email === undefined || customer.email === email,
      }),
  },
  { method: 'DELETE', path: '/v1/customers/:id', handle: remove },
];
