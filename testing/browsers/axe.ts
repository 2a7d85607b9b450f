import { expect, type Page } from '@playwright/test';
import { axeFaults } from '../ui/axe-faults.ts';

/** What a theme can break; all else is in the markup, which is the same in both. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** axe has nothing to say about the page as it stands, in either theme. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await axeFaults(page, colorScheme === 'dark' ? { only: colourRules } : {});
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}
