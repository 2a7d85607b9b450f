import type { Truth } from './balances.ts';

/**
 * Checks that users name the orders that are reserved for them.
 *
 * @param truth with all holding orders of its users
 */
export function compareOpenOrders({ users, holding }: Pick<Truth, 'users' | 'holding'>): string[] {
  const open = new Set(users.flatMap((user) => user.openOrders.map(({ orderId }) => orderId)));
  const reserved = new Set(holding.filter(({ state }) => state === 'reserved').map(({ id }) => id));
  return [
    ...[...open].filter((id) => !reserved.has(id)).map((id) => `order ${id}: open, not reserved`),
    ...[...reserved].filter((id) => !open.has(id)).map((id) => `order ${id}: reserved, not open`),
  ];
}
