import { Button } from './button.tsx';
import { Field, type FieldTexts } from './field.tsx';

type AmountFieldProps = FieldTexts & {
  /** US dollars as typed; the caller validates it. */
  value: string;
  onChange: (value: string) => void;
  /** Fills in the full amount; without it there is no such button. */
  onMax?: () => void;
  disabled?: boolean;
  /** Receives the focus when the dialog around it opens. */
  autoFocus?: boolean;
};

/** An amount of US dollars, large, with Max inside the field. */
export function AmountField(props: AmountFieldProps) {
  const { value, onChange, onMax, disabled, autoFocus, ...texts } = props;
  return (
    <Field {...texts}>
      {(control) => (
        <div className="amount">
          <input
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            className="input"
            value={value}
            disabled={disabled}
            data-autofocus={autoFocus}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {onMax && (
            <Button variant="secondary" small disabled={disabled} onClick={onMax}>
              Max
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
