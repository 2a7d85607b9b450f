import type { DraftField, DraftProblem } from '@datchain/shared/domain/release/draft.ts';
import { type MouseEvent, type Ref, useId } from 'react';
import { fieldId } from './field-id.ts';

type ErrorSummaryProps = {
  problems: readonly DraftProblem[];
  /** What takes the focus when something is missing. */
  ref: Ref<HTMLElement>;
};

/** All that is missing, each line leading to its field. */
export function ErrorSummary({ problems, ref }: ErrorSummaryProps) {
  const id = useId();
  if (problems.length === 0) return null;
  return (
    <section className="error-summary" aria-labelledby={id} tabIndex={-1} ref={ref}>
      <h2 className="error-summary-title" id={id}>
        {problems.length === 1 ? '1 thing is missing' : `${problems.length} things are missing`}
      </h2>
      <ul>
        {problems.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${fieldId(field)}`} onClick={(event) => goTo(event, field)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Not by the address: it stays the form's, so that going back leaves the form. */
function goTo(event: MouseEvent, field: DraftField): void {
  event.preventDefault();
  document.getElementById(fieldId(field))?.focus();
}
