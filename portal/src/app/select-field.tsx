import { Field, type FieldTexts } from '@datchain/shared/ui/field.tsx';

type SelectFieldProps = FieldTexts & {
  /** The value of an option; empty while none is chosen. */
  value: string;
  onChange: (value: string) => void;
  options: readonly (readonly [value: string, text: string])[];
  /** What stands there while none is chosen; without it the first option does. */
  prompt?: string;
  id?: string;
  name?: string;
  disabled?: boolean;
  autoComplete?: string;
};

/** One of many, by the browser's own list. */
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
