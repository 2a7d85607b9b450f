import { test as base, expect } from './fixtures.ts';
import { type OwnSite, openOwnSite } from './own-site.ts';

export { expect };

type LedgerFixtures = {
  /** The site everybody sees, over databases that only this test changes; empty to begin with. */
  ownSite: OwnSite;
  /** A new site without any page yet, over databases of its own; see rebuildLedgerOf. */
  newSite: OwnSite;
};

/** Tests of the public pages. */
export const test = base.extend<LedgerFixtures>({
  ownSite: async ({ stack }, use) => {
    const site = await openOwnSite(stack, process.env.DATCHAIN_SITE_DIR);
    await use(site);
    await site.close();
  },
  newSite: async ({ stack }, use) => {
    const site = await openOwnSite(stack);
    await use(site);
    await site.close();
  },
});
