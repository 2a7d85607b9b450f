import * as v from 'valibot';
import { balanceNode } from './documents/book-day.ts';

const due = { owedMicros: v.number(), tokens: v.number(), rewardTokens: v.number() };

/**
 * What the public books count as due to the caller, and what is needed to check that it is part of
 * their total; `proof` is null for someone whom nothing was ever due to.
 */
export const getBalanceProof = {
  name: 'getBalanceProof',
  input: v.strictObject({}),
  output: v.object({
    /** The UTC day of the books: YYYY-MM-DD. */
    date: v.string(),
    upTo: v.number(),
    isClosed: v.boolean(),
    root: balanceNode,
    proof: v.nullable(
      v.object({
        leaf: v.object({ salt: v.string(), ...due }),
        steps: v.array(v.object({ side: v.picklist(['left', 'right']), node: balanceNode })),
      }),
    ),
  }),
} as const;

export type BalanceProof = v.InferOutput<typeof getBalanceProof.output>;
