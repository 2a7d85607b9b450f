import { type ComponentProps, useState } from 'react';
import { Field, type FieldTexts } from './field.tsx';

type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'onChange'> & {
    /** Receives the new text. */
    onChange?: (value: string) => void;
  };

/** A line of text: e-mail, password, name. Other attributes go to the `<input>`. A password can be shown. */
export function TextField({ label, hint, error, count, id, onChange, ...input }: TextFieldProps) {
  const [isShown, setShown] = useState(false);
  const isPassword = input.type === 'password';
  return (
    <Field label={label} hint={hint} error={error} count={count} id={id}>
      {(control) => {
        const line = (
          <input
            type="text"
            {...input}
            {...(isShown && { type: 'text', autoCapitalize: 'none', spellCheck: false })}
            {...control}
            className="input"
            onChange={(event) => onChange?.(event.currentTarget.value)}
          />
        );
        if (!isPassword) return line;
        return (
          <div className="password">
            {line}
            <button type="button" aria-controls={control.id} onClick={() => setShown(!isShown)}>
              {isShown ? 'Hide' : 'Show'}
            </button>
          </div>
        );
      }}
    </Field>
  );
}
