import { type ApiCall, type Route, read, readPathId } from '../call.ts';
import { newId } from '../ids.ts';
import { findRow, listRows } from '../lists.ts';
import type { Customer } from '../objects.ts';
import { maybe, metadata, text } from '../params.ts';

const shape = {
  email: maybe(text(512)),
  name: maybe(text(256)),
  description: maybe(text()),
  metadata,
};

function create(call: ApiCall): Customer {
  const { world, scope, cause } = call;
  const input = read(call, shape);
  const object: Customer = {
    id: newId('cus', 14),
    object: 'customer',
    created: world.clock.nowSeconds(),
    description: input.description ?? null,
    email: input.email ?? null,
    livemode: false,
    metadata: input.metadata,
    name: input.name ?? null,
  };
  world.store.put('customers', { id: object.id, scope, object });
  world.emit({ type: 'customer.created', object, scope, cause });
  return object;
}

function remove(call: ApiCall): { id: string; object: 'customer'; deleted: true } {
  read(call, {});
  const { id } = findRow(call, 'customers', { kind: 'customer', id: readPathId(call) }).object;
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
