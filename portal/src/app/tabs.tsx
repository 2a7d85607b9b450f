import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

type TabsProps<Name extends string> = {
  label: string;
  tabs: readonly { readonly name: Name; readonly text: string }[];
  current: Name;
  onChange: (name: Name) => void;
  disabled?: boolean;
  children: ReactNode;
};

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, current, onChange, disabled, children } = props;
  const id = useId();
  const row = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || disabled) return;
    event.preventDefault();
    const at = tabs.findIndex(({ name }) => name === current) + step;
    const next = tabs[(at + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.name);
    row.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  };

  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={row}>
        {tabs.map(({ name, text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            disabled={disabled}
            onClick={() => onChange(name)}
            onKeyDown={move}
          >
            {text}
          </button>
        ))}
      </div>
      <div
        className="tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
      >
        {children}
      </div>
    </>
  );
}
