import { idOf, type Route, read } from '../call.ts';
import { findRow, listRows } from '../lists.ts';
import { maybe, text } from '../params.ts';

/** Payment intents and charges come from the hosted page; the API only reads them. */
export const chargeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/payment_intents',
    handle: (call) =>
      listRows(call, 'intents', {
        filters: { customer: maybe(text()) },
        keep: (intent, { customer }) => customer === undefined || intent.customer === customer,
      }),
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    handle: (call) => {
      read(call, {});
      return findRow(call, 'intents', { kind: 'payment_intent', id: idOf(call) }).object;
    },
  },
  {
    method: 'GET',
    path: '/v1/charges',
    handle: (call) =>
      listRows(call, 'charges', {
        filters: {
          payment_intent: maybe(text()),
          customer: maybe(text()),
          transfer_group: maybe(text()),
        },
        keep: (charge, filters) =>
          (filters.payment_intent === undefined ||
            charge.payment_intent === filters.payment_intent) &&
          (filters.customer === undefined || charge.customer === filters.customer) &&
          (filters.transfer_group === undefined ||
            charge.transfer_group === filters.transfer_group),
      }),
  },
  {
    method: 'GET',
    path: '/v1/charges/:id',
    handle: (call) => {
      read(call, {});
      return findRow(call, 'charges', { kind: 'charge', id: idOf(call) }).object;
    },
  },
];
