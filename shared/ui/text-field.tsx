import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field.tsx';

type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'onChange'> & {
    /** Receives the new text. */
    onChange?: (value: string) => void;
  };

/** A line of text: e-mail, password, name. Other attributes go to the `<input>`. */
export function TextField({ label, hint, error, count, id, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} count={count} id={id}>
      {(control) => (
        <input
          type="text"
          {...input}
          {...control}
          className="input"
          onChange={(event) => onChange?.(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
