import { expect, type Page } from '@playwright/test';
import { axeFaults } from '../ui/axe-faults.ts';

/**
 * The rules that depend on the theme; all others depend only on the markup, which is the same in
 * both themes.
 */
const colourRules = ['color-contrast', 'link-in-text-block'];

export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await axeFaults(page, colorScheme === 'dark' ? { only: colourRules } : {});
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}
