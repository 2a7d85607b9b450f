import { formatCount } from '../domain/format.ts';
import { inOneScript, readQuantity } from '../domain/typed-amount.ts';
import { Field, type FieldTexts } from './field.tsx';
import { MinusIcon, PlusIcon } from './icons.tsx';
import { nextQuantity, type QuantityLimits } from './next-quantity.ts';
import { TypedInput } from './typed-input.tsx';

type QuantityFieldProps = FieldTexts &
  Omit<QuantityLimits, 'step'> & {
    id?: string;
    /** The text as typed; the caller reads it with `readQuantity`. */
    value: string;
    onChange: (value: string) => void;
    step?: number;
    disabled?: boolean;
    autoFocus?: boolean;
  };

const formatGrouped = (value: string): string | undefined =>
  /^[1-9]\d{3,14}$/.test(value) ? formatCount(Number(value)) : undefined;

/**
 * A quantity with minus and plus buttons. Buttons and arrow keys move by `step` within the limits. It is a
 * text field, because number fields drop commas in some browsers and digits of other scripts in all
 * (N-INP-07).
 */
export function QuantityField(props: QuantityFieldProps) {
  const { value, onChange, step = 10, min, max, disabled = false, autoFocus } = props;
  const qty = readQuantity(value);
  const move = (direction: 1 | -1) =>
    onChange(String(nextQuantity(qty, direction, { step, min, max })));

  return (
    <Field {...props}>
      {(control) => (
        // A style shows the thousands separators while nobody types.
        <div className="quantity" data-grouped={formatGrouped(value)}>
          <button
            type="button"
            aria-label={`${step} fewer`}
            aria-controls={control.id}
            disabled={disabled}
            onClick={() => move(-1)}
          >
            <MinusIcon />
          </button>
          <TypedInput
            {...control}
            role="spinbutton"
            aria-valuenow={Number.isNaN(qty) ? undefined : qty}
            aria-valuemin={min}
            aria-valuemax={max}
            inputMode="numeric"
            step={step}
            value={value}
            disabled={disabled}
            data-autofocus={autoFocus}
            keep={inOneScript}
            onChange={onChange}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
              event.preventDefault();
              move(event.key === 'ArrowUp' ? 1 : -1);
            }}
          />
          <button
            type="button"
            aria-label={`${step} more`}
            aria-controls={control.id}
            disabled={disabled}
            onClick={() => move(1)}
          >
            <PlusIcon />
          </button>
        </div>
      )}
    </Field>
  );
}
