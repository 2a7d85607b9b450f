import { createHash } from 'node:crypto';
import { listText, readSoundList } from '@datchain/testing/pure/coin-list.ts';
import { expect, test } from 'vitest';
import { missingLines, ownLines } from './coins.ts';

/**
 * A node of Maxwell's sum tree: its hash covers the sum of its children and their hashes, but not the sum of
 * each child.
 */
interface SummedNode {
  readonly hash: string;
  readonly sum: number;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const leaf = (name: string, sum: number): SummedNode => ({ hash: sha256(`${name} ${sum}`), sum });

const joined = (left: SummedNode, right: SummedNode): SummedNode => {
  const sum = left.sum + right.sum;
  return { hash: sha256(`${sum} ${left.hash} ${right.hash}`), sum };
};

test('a sum tree that hides what each side is worth can show 70 for balances of 130 (Hu et al., 2018)', () => {
  const [ana, bo] = [leaf('ana', 70), leaf('bo', 60)];
  const root = { hash: sha256(`70 ${ana.hash} ${bo.hash}`), sum: 70 };
  // Each is shown the other's true hash with a false sum; none of the sums is negative.
  const shownToAna = joined(ana, { ...bo, sum: 0 });
  const shownToBo = joined({ ...ana, sum: 10 }, bo);
  expect(shownToAna).toEqual(root);
  expect(shownToBo).toEqual(root);
  expect(root.sum).toBeLessThan(ana.sum + bo.sum);
});

test('a list of coins cannot do this: with one user’s coins it lacks those of the other', () => {
  const salt = '11'.repeat(16);
  const linesOf = (email: string, owedMicros: number) =>
    ownLines('2026-11-20', { salt, email }, { owedMicros, tokens: 0, rewardTokens: 0 });
  const [ana, bo] = [linesOf('ana@example.com', 70), linesOf('bo@example.com', 60)];
  for (const [published, own] of [
    [ana, bo],
    [bo, ana],
  ] as const) {
    expect(missingLines(new Set(published), own)).toEqual(own);
  }
  const both = readSoundList(listText([...ana, ...bo]));
  expect(both).toMatchObject({ sums: { USD: 130n } });
});
