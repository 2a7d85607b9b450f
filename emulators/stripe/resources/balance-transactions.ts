import type Stripe from 'stripe';
import { type Route, read } from '../call.ts';
import { newId } from '../ids.ts';
import { listRows } from '../lists.ts';
import type { Movement as Booked } from '../objects.ts';
import { maybe, text } from '../params.ts';
import type { World } from '../world.ts';

/** Returns Stripe's fee on a card charge: 2.9% (rounded to the cent) plus 30 cents. */
export function chargeFeeCents(amountCents: number): number {
  return Math.round((amountCents * 29) / 1000) + 30;
}

type Movement = {
  scope: string;
  type:
    | 'charge'
    | 'refund'
    | 'transfer'
    | 'transfer_refund'
    | 'payment'
    | 'payment_refund'
    | 'adjustment'
    | 'topup';
  /** Signed cents: incoming money is positive. */
  amount: number;
  fee?: number;
  source: string;
  description?: string | null;
};

/** Records a movement on an account's balance; a balance is the sum of its movements. */
export function recordMovement(world: World, movement: Movement): Booked {
  const { amount, fee = 0, scope, type } = movement;
  const created = world.clock.nowSeconds();
  const object: Booked = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    created,
    currency: 'usd',
    description: movement.description ?? null,
    fee,
    net: amount - fee,
    source: movement.source,
    status: 'available',
    type,
  };
  world.store.put('balanceTransactions', { id: object.id, scope, object });
  return object;
}

/** Returns an account's balance in cents; all of it is available at once. */
export function sumBalance(world: World, scope: string): number {
  return [...world.store.rows('balanceTransactions')]
    .filter((row) => row.scope === scope)
    .reduce((sum, { object }) => sum + object.net, 0);
}

export const balanceRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/balance',
    handle: (call): Stripe.Balance => {
      read(call, {});
      const amount = (cents: number) => [
        { amount: cents, currency: 'usd', source_types: { card: cents } },
      ];
      return {
        object: 'balance',
        available: amount(sumBalance(call.world, call.scope)),
        livemode: false,
        pending: amount(0),
      };
    },
  },
  {
    method: 'GET',
    path: '/v1/balance_transactions',
    handle: (call) =>
      listRows(call, 'balanceTransactions', {
        filters: { type: maybe(text()) },
        keep: (movement, { type }) => type === undefined || movement.type === type,
      }),
  },
];
