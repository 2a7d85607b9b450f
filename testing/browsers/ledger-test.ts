import type { BrowserContext } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';
import { type OwnSite, openOwnSite } from './own-site.ts';

export { expect };

type LedgerFixtures = {
  /** The site everyone sees, over databases that only this test changes; empty to begin with. */
  ownSite: OwnSite;
  /** A new site without any page yet, over databases of its own; see rebuildLedgerOf. */
  newSite: OwnSite;
};

/** Tests of the public pages. */
export const test = base.extend<LedgerFixtures>({
  ownSite: async ({ stack, context }, use) => {
    const site = await openOwnSite(stack, process.env.DATCHAIN_SITE_DIR);
    await use(site);
    await leaveAndClose(context, site);
  },
  newSite: async ({ stack, context }, use) => {
    const site = await openOwnSite(stack);
    await use(site);
    await leaveAndClose(context, site);
  },
});

/** Pages first: one that still loads a picture would complain of the site that is gone. */
async function leaveAndClose(context: BrowserContext, site: OwnSite): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  await site.close();
}
