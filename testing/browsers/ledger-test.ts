import { test as base, expect } from './fixtures.ts';
import { type OwnSite, openOwnSite } from './own-site.ts';

export { expect };

type LedgerFixtures = {
  /** The site everyone sees, over databases that only this test changes; empty to begin with. */
  ownSite: OwnSite;
};

/** Tests of the public pages. */
export const test = base.extend<LedgerFixtures>({
  ownSite: async ({ stack, context }, use) => {
    const site = await openOwnSite(stack);
    await use(site);
    // Pages first: one that still loads a picture would complain of the site that is gone.
    await Promise.all(context.pages().map((page) => page.close()));
    await site.close();
  },
});
