import { test as base, expect } from './fixtures.ts';
import { type OwnSite, openOwnSite } from './own-site.ts';

export { expect };

type LedgerFixtures = {
  /** The public site over separate databases that only this test changes; empty at first. */
  ownSite: OwnSite;
};

export const test = base.extend<LedgerFixtures>({
  ownSite: async ({ stack, context }, use) => {
    const site = await openOwnSite(stack);
    await use(site);
    // Pages close first: one that still loads a picture would complain about the closed site.
    await Promise.all(context.pages().map((page) => page.close()));
    await site.close();
  },
});
