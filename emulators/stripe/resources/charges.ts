import { type Route, read, readPathId } from '../call.ts';
import { findRow, listRows } from '../lists.ts';

/** Read-only routes: the hosted page makes payment intents and charges. */
export const chargeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/payment_intents',
    handle: (call) =>
      listRows(call, 'intents', {
        filters: {},
        keep: () => true,
      }),
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    handle: (call) => {
      read(call, {});
      return findRow(call, 'intents', { kind: 'payment_intent', id: readPathId(call) }).object;
    },
  },
];
