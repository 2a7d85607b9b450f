import { noTypedFacts } from '@datchain/shared/domain/recording-facts.ts';
import type { DraftField, DraftProblem } from '@datchain/shared/domain/release/draft.ts';
import { type MouseEvent, type Ref, useId } from 'react';
import { fieldId } from './field-id.ts';

type ErrorSummaryProps = {
  problems: readonly DraftProblem[];
  /** The element that takes the focus when something is missing or wrong. */
  ref: Ref<HTMLElement>;
};

/** A fact of the recording may be left out: a problem with it is that it is wrong. */
const isWrong = ({ field }: DraftProblem): boolean => field in noTypedFacts;

/** '1 thing is missing', '2 things are wrong', or '3 things are missing or wrong'. */
function titleOf(problems: readonly DraftProblem[]): string {
  const wrong = problems.filter(isWrong).length;
  const fault = wrong === 0 ? 'missing' : wrong === problems.length ? 'wrong' : 'missing or wrong';
  return problems.length === 1 ? `1 thing is ${fault}` : `${problems.length} things are ${fault}`;
}

/** All that is missing or wrong, each line leading to its field. */
export function ErrorSummary({ problems, ref }: ErrorSummaryProps) {
  const id = useId();
  if (problems.length === 0) return null;
  return (
    <section className="error-summary" aria-labelledby={id} tabIndex={-1} ref={ref}>
      <h2 className="error-summary-title" id={id}>
        {titleOf(problems)}
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
