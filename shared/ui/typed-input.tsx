import type { ComponentProps } from 'react';

type TypedInputProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value'> & {
  value: string;
  /** What stays of a text; keeping twice is keeping once. */
  keep: (text: string) => string;
  /** Receives what is kept, and unchanged text while an input method composes it. */
  onChange: (kept: string) => void;
};

const isComposing = (event: Event): boolean => event instanceof InputEvent && event.isComposing;

/** A text input for numbers that keeps only a part of what is typed, and the caret where it was. */
export function TypedInput({ value, keep, onChange, ...input }: TypedInputProps) {
  const take = (element: HTMLInputElement) => {
    const kept = keep(element.value);
    if (kept !== element.value) {
      // Written here, because React would move the caret to the end.
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
