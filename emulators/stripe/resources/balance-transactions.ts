import type Stripe from 'stripe';
import { type Route, read } from '../call.ts';
import { newId } from '../ids.ts';
import { listRows } from '../lists.ts';
import { maybe, text } from '../params.ts';
import type { World } from '../world.ts';

const secondsPerDay = 86_400;

/** Stripe's fee on a card charge: 2.9% (rounded to the cent) plus 30 cents. */
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
  /** Cents, signed: what comes in is positive. */
  amount: number;
  fee?: number;
  source: string;
  description?: string | null;
  settlementDays?: number;
};

const reportingCategories: Partial<Record<Movement['type'], string>> = {
  payment: 'charge',
  payment_refund: 'refund',
  transfer_refund: 'transfer_reversal',
  adjustment: 'dispute',
};

/** Books one movement on an account's balance; balances are nothing but the sum of these. */
export function recordMovement(world: World, movement: Movement): Stripe.BalanceTransaction {
  const { amount, fee = 0, scope, type, settlementDays = 0 } = movement;
  const created = world.clock.nowSeconds();
  const object: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created + settlementDays * secondsPerDay,
    balance_type: 'payments',
    created,
    currency: 'usd',
    description: movement.description ?? null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: 'usd',
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: reportingCategories[type] ?? type,
    source: movement.source,
    status: settlementDays > 0 ? 'pending' : 'available',
    type,
  };
  world.store.put('balanceTransactions', { id: object.id, scope, object });
  return object;
}

/** Cents an account can use now, and cents still on their way to it. */
export function balanceOf(world: World, scope: string): { available: number; pending: number } {
  const now = world.clock.nowSeconds();
  let available = 0;
  let pending = 0;
  for (const { scope: owner, object } of world.store.rows('balanceTransactions')) {
    if (owner !== scope) continue;
    if (object.available_on <= now) available += object.net;
    else pending += object.net;
  }
  return { available, pending };
}

/** Marks movements as available whose day has come. */
export function settleDueMovements(world: World): void {
  const now = world.clock.nowSeconds();
  for (const row of world.store.rows('balanceTransactions')) {
    if (row.object.status === 'pending' && row.object.available_on <= now) {
      row.object.status = 'available';
      world.store.put('balanceTransactions', row);
    }
  }
}

export const balanceRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/balance',
    handle: (call): Stripe.Balance => {
      read(call, {});
      const { available, pending } = balanceOf(call.world, call.scope);
      const amount = (cents: number) => [
        { amount: cents, currency: 'usd', source_types: { card: cents } },
      ];
      return {
        object: 'balance',
        available: amount(available),
        livemode: false,
        pending: amount(pending),
      };
    },
  },
  {
    method: 'GET',
    path: '/v1/balance_transactions',
    handle: (call) =>
      listRows(call, 'balanceTransactions', {
        filters: { type: maybe(text()), source: maybe(text()) },
        keep: (movement, { type, source }) =>
          (type === undefined || movement.type === type) &&
          (source === undefined || movement.source === source),
      }),
  },
];
