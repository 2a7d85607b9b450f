import { isRefusal, type Refusal } from '@datchain/shared/domain/refusal.ts';
import { commitPastDebt } from '../earnings/collect-debts.ts';
import { claimEntry } from '../journal/entries/rewards.ts';
import type { Services } from '../services.ts';

/** Issues the reward tokens that the user's spend has earned and that were not issued yet. */
export async function claim(
  services: Services,
  uid: string,
): Promise<{ claimed: number; qty: number } | Refusal> {
  const { claims } = await services.guards.user(uid);
  const outcome = await commitPastDebt(services, uid, claimEntry(uid, claims));
  return isRefusal(outcome) ? outcome : outcome.result;
}
