import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds on the page as it stands: each rule with the places that break it. */
export async function axeFaults(page: Page): Promise<[rule: string, places: string[]][]> {
  // Without the mode for frames, which opens a second page each time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
