import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const themes = ['light', 'dark'] as const;

/** What axe finds on the page as it stands, one line for each place. */
async function findings(page: Page): Promise<string[]> {
  // Without the mode for frames, which opens a second page for a moment.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
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
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await atRest(page);
    expect.soft(await findings(page), `${what}, ${colorScheme}`).toEqual([]);
  }
}
