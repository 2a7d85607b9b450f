import type { Page } from '@playwright/test';

const MIN_TARGET_PX = 44;

/**
 * Lists touch targets on the page, or in its open dialog, that a finger could miss. Links within a
 * sentence are as high as its lines, others as wide as their word. The hit area counts, not the
 * drawing.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    const targets = [
      ...root.querySelectorAll<HTMLElement>('a[href], button, input, select, summary, textarea'),
    ].filter((target) => target.checkVisibility() && !target.matches('.skip-link'));
    const inSentence = (target: HTMLElement): boolean => {
      const text = target.closest('p, li')?.textContent?.trim() ?? '';
      return target.matches('a') && text !== '' && text !== target.textContent?.trim();
    };
    const arrives = (target: HTMLElement, dx: number, dy: number): boolean => {
      const { left, top, width, height } = target.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2 + dx, top + height / 2 + dy);
      return hit !== null && (target.contains(hit) || hit.closest('label, .amount') !== null);
    };
    const reach = least / 2 - 1;
    return targets
      .filter((target) => !inSentence(target))
      .filter((target) => {
        target.scrollIntoView({ block: 'center' });
        const { width } = target.getBoundingClientRect();
        const sideways = target.matches('a:not(.button)') ? Math.min(reach, width / 2 - 1) : reach;
        return ![
          [0, reach],
          [0, -reach],
          [sideways, 0],
          [-sideways, 0],
        ].every(([dx = 0, dy = 0]) => arrives(target, dx, dy));
      })
      .map((target) => {
        const { width, height } = target.getBoundingClientRect();
        const name = target.getAttribute('aria-label') ?? target.innerText ?? '';
        return `${target.tagName} "${name.trim()}" ${Math.round(width)} × ${Math.round(height)}`;
      });
  }, MIN_TARGET_PX);

export const wrongKeyboards = (page: Page): Promise<string[]> =>
  page.locator('input:visible').evaluateAll((inputs) =>
    (inputs as HTMLInputElement[])
      .map((input) => {
        const label = input.labels?.[0]?.textContent ?? '';
        const wanted = /Price|amount/i.test(label)
          ? 'decimal'
          : /Quantity/.test(label)
            ? 'numeric'
            : '';
        return wanted === input.inputMode ? '' : `${label}: ${input.inputMode}`;
      })
      .filter(Boolean),
  );
