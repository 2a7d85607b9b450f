import { expect, type Locator, type Page } from '@playwright/test';

export function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    // The ring may be around the cell or card of the element.
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

const MAX_TAB_STOPS = 60;

/** Presses Tab until the target has the focus; expects a visible focus at every stop on the way. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < MAX_TAB_STOPS && !(await isThere()); stop += 1) {
    await page.keyboard.press('Tab');
    const { isSeen, isInPage, text } = await focused(page);
    expect(isSeen || !isInPage, `the focus on ${text}`).toBe(true);
  }
  await expect(target).toBeFocused();
}
