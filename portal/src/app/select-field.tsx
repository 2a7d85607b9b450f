import { Field, type FieldTexts } from '@datchain/shared/ui/field.tsx';

type SelectFieldProps = FieldTexts & {
  /** The value of an option; empty while none is chosen. */
  value: string;
  onChange: (value: string) => void;
  options: readonly (readonly [value: string, text: string])[];
  /** Shown while nothing is chosen; without it the browser shows the first option. */
  prompt?: string;
  id?: string;
  name?: string;
  disabled?: boolean;
  autoComplete?: string;
};

export function SelectField(props: SelectFieldProps) {
  const { value, onChange, options, prompt, name, disabled, autoComplete, ...texts } = props;
  return (
    <Field {...texts}>
      {(control) => (
        <div className="select">
          <select
            {...control}
            className="input"
            name={name}
            value={value}
            disabled={disabled}
            autoComplete={autoComplete}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {prompt && <option value="">{prompt}</option>}
            {options.map(([option, text]) => (
              <option key={option} value={option}>
                {text}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}
