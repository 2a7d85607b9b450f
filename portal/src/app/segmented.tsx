import './segmented.css';
import { useId } from 'react';

type SegmentedProps<Name extends string> = {
  id?: string | undefined;
  label: string;
  options: readonly { readonly name: Name; readonly text: string; readonly detail?: string }[];
  /** Null while nothing is chosen. */
  value: Name | null;
  onChange: (name: Name) => void;
  error?: string | undefined;
  hint?: string;
};

export function Segmented<Name extends string>(props: SegmentedProps<Name>) {
  const { label, options, value, onChange, error, hint } = props;
  const id = useId();
  const describedBy = error ? `${id}-error` : hint && `${id}-hint`;
  return (
    <fieldset className="segmented-field" aria-describedby={describedBy}>
      <legend className="field-label">{label}</legend>
      <div className="segmented">
        {options.map(({ name, text, detail }, index) => (
          <label key={name}>
            <input
              type="radio"
              id={index === 0 ? props.id : undefined}
              name={id}
              value={name}
              checked={name === value}
              onChange={() => onChange(name)}
            />
            <span>{text}</span>
            {detail && <span className="segmented-detail">{detail}</span>}
          </label>
        ))}
      </div>
      <div aria-live="polite">
        {error && (
          <p className="field-error" id={`${id}-error`}>
            {error}
          </p>
        )}
      </div>
      {hint && (
        <p className="field-hint" id={`${id}-hint`} aria-live="polite">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
