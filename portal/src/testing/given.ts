import { datsIndexPath } from '@datchain/shared/contracts/dats-index.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { type Answer, answerCalls, type Calls } from './calls.ts';
import type { World } from './world.ts';

/** What a page begins with; what is left out is empty, and nobody is signed in. */
export interface Given extends Partial<World> {
  /** Answers by the call's name. */
  readonly calls?: Readonly<Record<string, Answer>>;
  /** Total streams by work, as the ledger's last build has them. */
  readonly streams?: Readonly<Record<string, number>>;
  /** Whether the allow-list has the user. */
  readonly canRelease?: boolean;
  /** The size of the window, the theme and the like. */
  readonly options?: BrowserContextOptions;
}

/** Gives a page its world before it is opened; `end` takes everything back. */
export async function give(
  page: Page,
  given: Given,
  origin: string,
  complain: (text: string) => void,
): Promise<Calls & { readonly end: () => Promise<void> }> {
  const { user = null, live = {}, documents = {}, refused = [] } = given;
  const world: World = { user, live, documents, refused };
  const script = await page.addInitScript((begin) => {
    window.given = begin;
  }, world);
  await answerOthers(page, given, origin);
  const calls = await answerCalls(page.context(), given.calls ?? {}, complain);
  const end = async () => {
    await script.dispose();
    await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  };
  return { ...calls, end };
}

/** A square to look at. */
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

/** What the page asks others for: the ledger's index, the allow-list, pictures, the provider. */
async function answerOthers(page: Page, given: Given, origin: string): Promise<void> {
  const context = page.context();
  const streams = Object.entries(given.streams ?? {});
  const index = { id: streams.map(([id]) => id), streams: streams.map(([, total]) => total) };
  const values = given.canRelease && given.user ? [{ stringValue: given.user.uid }] : [];
  const allowList = { fields: { users: { arrayValue: { values } } } };
  await context.route(
    (url) => url.origin !== origin,
    (route) =>
      route.request().resourceType() === 'image'
        ? route.fulfill({ contentType: 'image/svg+xml', body: picture })
        : route.fulfill({ contentType: 'text/html', body: '<h1>Another site</h1>' }),
  );
  await context.route(`**${datsIndexPath}`, (route) => route.fulfill({ json: index }));
  await context.route(`**/${docs.allowedUsers}`, (route) => route.fulfill({ json: allowList }));
}
