import type { Page } from '@playwright/test';

/** The element with the focus: what it says, and whether a person can see that it has it. */
export function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    // The ring may be around the cell or card that the element stands for.
    const isRinged = (around: Element | null, levels = 4): boolean => {
      if (!around || levels === 0) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(around);
      const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      return isOutlined || isRinged(around.parentElement, levels - 1);
    };
    const box = element.getBoundingClientRect();
    return {
      text: element.getAttribute('aria-label') ?? element.innerText,
      isInPage: element !== document.body && element !== document.documentElement,
      isInDialog: element.closest('dialog[open]') !== null,
      isSeen: isRinged(element) && box.width > 0 && box.bottom > 0 && box.top < innerHeight,
    };
  });
}
