import type { DraftField, DraftProblem } from '@datchain/shared/domain/release/draft.ts';

export type ErrorAt = (field: DraftField) => string | undefined;

export const makeErrorAt =
  (problems: readonly DraftProblem[]): ErrorAt =>
  (field) =>
    problems.find((problem) => problem.field === field)?.message;

/** Keeps the reported problems that still exist; new ones wait for the next report. */
export const stillTrue = (
  said: readonly DraftProblem[],
  now: readonly DraftProblem[],
): readonly DraftProblem[] =>
  said.filter(({ field, message }) =>
    now.some((problem) => problem.field === field && problem.message === message),
  );
