import { describe, expect, test } from 'vitest';
import { type Claim, claimRewards } from './claim-rewards.ts';
import { debtText } from './debts.ts';
import { emptyUserGuard, type UserGuard } from './guards.ts';

const ana: UserGuard = { ...emptyUserGuard('ana'), spendCents: 100_000, awarded: 1, rewardQty: 1 };
const supplyOf = (issued: number) => ({ issued, circulating: 100_000, poolMicros: 5 });

function claimed(user: UserGuard, issued: number): Claim {
  const claim = claimRewards(user, supplyOf(issued), 0);
  if ('refused' in claim) throw new Error(claim.message);
  return claim;
}

const nothing = { refused: true, code: 'failed-precondition', message: 'Nothing to claim yet.' };

describe('claiming reward tokens', () => {
  test('issues the reward tokens that the user’s spend has earned and not yet claimed', () => {
    const { user, supply, claimed: qty } = claimed(ana, 10);
    expect(user).toEqual({ ...ana, awarded: 4, claims: 1, rewardQty: 4 });
    expect(supply).toEqual(supplyOf(13));
    expect(qty).toBe(3);
  });

  test.each([
    [66_666, 3],
    [66_667, 2],
    [66_668, 1],
  ])('with %i of 66,669 tokens issued yields %i of the three earned', (issued, qty) => {
    expect(claimed(ana, issued)).toMatchObject({ claimed: qty, supply: { issued: issued + qty } });
  });

  test.each([
    ['everything earned is claimed', { ...ana, awarded: 4 }, 10],
    ['the last reward token is issued', ana, 66_669],
    ['more reward tokens than the supply are issued', ana, 66_670],
  ])('is refused if %s', (_, user, issued) => {
    expect(claimRewards(user, supplyOf(issued), 0)).toEqual(nothing);
  });

  test('is refused to a user in debt, and names the amount owed', () => {
    expect(claimRewards({ ...ana, debtMicros: 1 }, supplyOf(10), 0)).toEqual({
      ...nothing,
      message: debtText(1),
      owes: true,
    });
  });
});
