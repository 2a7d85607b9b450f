import { type ReactNode, useId } from 'react';

export type FieldTexts = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** A change that the field made to the text, such as capping an amount; announced like an error. */
  note?: string | undefined;
  /** A counter beside the label, such as '2 of 10', or a button. */
  count?: ReactNode;
};

export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldProps = FieldTexts & {
  id?: string | undefined;
  children: (control: ControlProps) => ReactNode;
};

/** A control with its label above, and hint, note and error below; note and error are announced. */
export function Field({ label, hint, error, note, count, id, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const noteId = `${controlId}-note`;
  const describedBy = [error && errorId, note && noteId, hint && hintId].filter(Boolean).join(' ');

  return (
    <div className="field">
      <div className="field-head">
        <label className="field-label" htmlFor={controlId}>
          {label}
        </label>
        {count && <span className="field-count">{count}</span>}
      </div>
      {children({
        id: controlId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <div aria-live="polite">
        {error && (
          <p className="field-error" id={errorId}>
            {error}
          </p>
        )}
        {note && (
          <p className="field-hint" id={noteId}>
            {note}
          </p>
        )}
      </div>
      {hint && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
