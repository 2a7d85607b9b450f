import { useState } from 'react';
import { formatCents } from '../domain/format.ts';
import { amountText, keepAmount, readAmount } from '../domain/typed-amount.ts';
import type { Cents } from '../domain/units.ts';
import { Button } from './button.tsx';
import { Field, type FieldTexts } from './field.tsx';
import { TypedInput } from './typed-input.tsx';

export interface AmountCap {
  readonly cents: Cents;
  /** The end of the note about a capped amount, such as 'all that is available'. */
  readonly reason: string;
}

type AmountFieldProps = Omit<FieldTexts, 'note'> & {
  /** US dollars as typed; the caller reads them with `readAmount`. */
  value: string;
  onChange: (value: string) => void;
  cap?: AmountCap;
  onMax?: () => void;
  /** The input's maximum in US dollars (R-LST-04); the caller refuses more. */
  max?: number;
  disabled?: boolean;
  autoFocus?: boolean;
};

/**
 * An amount field for US dollars, with Max inside. It keeps only characters of amounts and caps them
 * (R-CSH-03, N-INP-07). It is a text field, because number fields drop '25,50' in some browsers and read 2550
 * in others.
 */
export function AmountField(props: AmountFieldProps) {
  const { value, onChange, cap, onMax, max, disabled, autoFocus, ...texts } = props;
  const [wasCapped, setCapped] = useState(false);
  const isCapped = cap && wasCapped && value === amountText(cap.cents);

  const take = (kept: string) => {
    const read = readAmount(kept);
    // More digits after a capped amount do not make it another amount.
    const goesOn = isCapped && kept.startsWith(value);
    const exceeds = cap && (goesOn || (typeof read === 'number' && read > cap.cents));
    setCapped(Boolean(exceeds));
    onChange(exceeds ? amountText(cap.cents) : kept);
  };

  const note = isCapped ? `Capped at ${formatCents(cap.cents)}, ${cap.reason}.` : undefined;
  return (
    <Field {...texts} note={note}>
      {(control) => (
        <div className="amount">
          <TypedInput
            {...control}
            inputMode="decimal"
            className="input"
            value={value}
            keep={keepAmount}
            onChange={take}
            max={max}
            disabled={disabled}
            data-autofocus={autoFocus}
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
