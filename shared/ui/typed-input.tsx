import type { ComponentProps } from 'react';

type TypedInputProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value'> & {
  value: string;
  /** Cleans a text; it must be idempotent. */
  keep: (text: string) => string;
  /** Receives the cleaned text, or the raw text while an input method composes it. */
  onChange: (kept: string) => void;
};

const isComposing = (event: Event): boolean => event instanceof InputEvent && event.isComposing;

/** A text input for numbers that cleans typed text and keeps the caret's place. */
export function TypedInput({ value, keep, onChange, ...input }: TypedInputProps) {
  const take = (element: HTMLInputElement) => {
    const kept = keep(element.value);
    if (kept !== element.value) {
      // Setting the value here keeps the caret; React would move it to the end.
      const caret = keep(element.value.slice(0, element.selectionStart ?? undefined)).length;
      element.value = kept;
      element.setSelectionRange(caret, caret);
    }
    onChange(kept);
  };
  return (
    <input
      {...input}
      type="text"
      autoComplete="off"
      value={value}
      onChange={({ currentTarget, nativeEvent }) =>
        isComposing(nativeEvent) ? onChange(currentTarget.value) : take(currentTarget)
      }
      onCompositionEnd={({ currentTarget }) => take(currentTarget)}
    />
  );
}
