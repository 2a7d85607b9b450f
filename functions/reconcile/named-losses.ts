import type { Loss } from '@datchain/shared/domain/books/guards.ts';
import { formatExactly } from '@datchain/shared/domain/exact-amount.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import type { Services } from '../services.ts';

const lostMicros = ({ soldMicros, closedMicros }: Loss): UsdMicros => soldMicros + closedMicros;

const formatReasons = ({ soldMicros, closedMicros }: Loss): string =>
  [
    soldMicros > 0 && `${formatExactly(soldMicros)} that sellers or the reward pool keep`,
    closedMicros > 0 && `${formatExactly(closedMicros)} that a closed account would owe`,
  ]
    .filter((reason) => reason !== false)
    .join(', ');

/**
 * Lists what returned payments have cost the platform, by order, and what users owe. These are no differences,
 * but named whenever the books are compared (N-MON-20).
 */
export async function namedLosses({
  losses,
  guards,
}: Pick<Services, 'losses' | 'guards'>): Promise<string[]> {
  const all = await losses.list();
  const users = await guards.listUsers();
  const lost = all.reduce((sum, loss) => sum + lostMicros(loss), 0);
  const owing = users.filter(({ debtMicros }) => debtMicros > 0);
  const owed = owing.reduce((sum, { debtMicros }) => sum + debtMicros, 0);
  return [
    `${formatExactly(lost)} lost to payments that were taken back`,
    ...all.map((loss) => `  order ${loss.orderId}: ${formatReasons(loss)}`),
    `${formatExactly(owed)} owed by ${owing.length} users after refunds`,
  ];
}
