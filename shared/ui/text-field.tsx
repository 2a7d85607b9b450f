import { type ComponentProps, useState } from 'react';
import { Field, type FieldTexts } from './field.tsx';

type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'onChange'> & {
    onChange?: (value: string) => void;
  };

/** A text field for one line. Other attributes go to the `<input>`. A password can be shown. */
export function TextField({ label, hint, error, count, id, onChange, ...input }: TextFieldProps) {
  const [isShown, setShown] = useState(false);
  const show = input.type === 'password' && (
    <button type="button" className="row-link" onClick={() => setShown(!isShown)}>
      {isShown ? 'Hide' : 'Show'}
    </button>
  );
  return (
    <Field label={label} hint={hint} error={error} count={show || count} id={id}>
      {(control) => (
        <input
          {...input}
          {...control}
          type={isShown ? 'text' : (input.type ?? 'text')}
          className="input"
          onChange={(event) => onChange?.(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
