import type { ReactNode } from 'react';

export type Fact = {
  label: string;
  value: ReactNode;
  /** The sum of the rows above: a large figure, closed by the double rule. */
  total?: boolean;
};

/**
 * Rows of label and value, separated by hairlines; `inRow` one beside the other, for short ones.
 */
export function FactList({ facts, inRow }: { facts: readonly Fact[]; inRow?: boolean }) {
  return (
    <dl className={inRow ? 'fact-row' : 'fact-list'}>
      {facts.map(({ label, value, total }) => (
        <div key={label} className={total ? 'fact-total' : undefined}>
          <dt>{label}</dt>
          <dd className={total ? 'figure-medium' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
