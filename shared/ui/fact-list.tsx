import type { ReactNode } from 'react';

export type Fact = {
  label: string;
  value: ReactNode;
  total?: boolean;
};

/** Rows of label and value between hairlines; `inRow` puts short ones side by side. */
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
