import type { DraftField, DraftProblem } from '@datchain/shared/domain/release/draft.ts';

/** What is wrong at a field, as far as it was said. */
export type ErrorAt = (field: DraftField) => string | undefined;

export const errorAtOf =
  (problems: readonly DraftProblem[]): ErrorAt =>
  (field) =>
    problems.find((problem) => problem.field === field)?.message;

/** What was said stays until it is put right, and no longer; what came since is not said yet. */
export const stillTrue = (
  said: readonly DraftProblem[],
  now: readonly DraftProblem[],
): readonly DraftProblem[] =>
  said.filter(({ field, message }) =>
    now.some((problem) => problem.field === field && problem.message === message),
  );
