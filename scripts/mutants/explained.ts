import { explainedOfDomain } from './explained/domain.ts';
import { explainedOfJournal } from './explained/journal.ts';
import { explainedOfPayments } from './explained/payments.ts';
import { explainedOfReconcile } from './explained/reconcile.ts';
import { explainedOfRules } from './explained/rules.ts';
import type { Mutant } from './mutant.ts';

/** A mutant that no test can notice, and why. */
export interface Explained {
  readonly file: string;
  /** The line as it stands, spaces collapsed, and what the mutant has in place of a part of it. */
  readonly code: string;
  readonly replacement: string;
  readonly why: string;
}

const explained: readonly Explained[] = [
  ...explainedOfDomain,
  ...explainedOfJournal,
  ...explainedOfPayments,
  ...explainedOfReconcile,
  ...explainedOfRules,
];

export const isExplained = ({ file, code, replacement }: Mutant): boolean =>
  explained.some(
    (one) => one.file === file && one.code === code && one.replacement === replacement,
  );
