import { useEffect } from 'react';

const rows = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('.desk-row button:first-of-type'),
];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select');

/** J and K move the focus between the rows' first buttons; Enter is the browser's. No key decides. */
export function useRowKeys(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const pressed = (event: KeyboardEvent) => {
      const step = { j: 1, k: -1 }[event.key.toLowerCase()];
      if (!step || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const all = rows();
      const row = document.activeElement?.closest('.desk-row');
      const now = all.findIndex((button) => button.closest('.desk-row') === row);
      const next = row ? now + step : step > 0 ? 0 : all.length - 1;
      all[Math.min(all.length - 1, Math.max(0, next))]?.focus();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [isOn]);
}
