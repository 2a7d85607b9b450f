import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What a theme can break; all else is in the markup, which is the same in both. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the page as it stands, one line for each place. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  // Without the mode for frames, which opens a second page for a moment.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
}

/** Colours have arrived and nothing is half faded in: axe judges what it sees. */
const atRest = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const running = document.getAnimations();
    await Promise.allSettled(running.map(({ finished }) => finished));
  });

/** axe has nothing to say about the page as it stands, in either theme. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await atRest(page);
    const found = await findings(page, colorScheme === 'dark' ? colourRules : undefined);
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}
