import type { StackHandle } from '@datchain/stack/control.ts';
import { demoAccounts } from '@datchain/testing/browsers/accounts.ts';
import {
  coveredControls,
  rowsForSale,
  untilDrawn,
} from '@datchain/testing/browsers/covered-controls.ts';
import { type DrivenBrowser, pressOn } from '@datchain/testing/browsers/drivers/driven-browser.ts';
import { test } from '@datchain/testing/browsers/drivers/fixture.ts';
import { type BrowserName, launchBrowser } from '@datchain/testing/browsers/drivers/launch.ts';
import { expect } from '@datchain/testing/browsers/fixtures.ts';
import {
  allScreens,
  portalScreens,
  type ScreenAddress,
  shownDat,
} from '@datchain/testing/browsers/screens.ts';
import { storedSession } from '@datchain/testing/browsers/stored-session.ts';

test.describe.configure({ mode: 'parallel' });

const browsers: readonly BrowserName[] = ['Chromium', 'Firefox', 'WebKit'];
const sizes = [
  [390, 844],
  [1280, 800],
] as const;

const worstScreens = allScreens.filter(({ path }) =>
  [
    '/home',
    '/dats',
    `/viewdat/${shownDat.id}`,
    `/analytics/${shownDat.id}`,
    `/profile/${shownDat.creator}`,
    '/tdc/block/36',
  ].includes(path),
);

const screensOf = (paths: readonly string[]): readonly ScreenAddress[] =>
  portalScreens.filter(({ path }) => paths.includes(path));

const headingOf = ({ path, heading }: ScreenAddress): string =>
  path.startsWith('/wallet/dat/') ? shownDat.song : heading;

const members = [
  {
    account: demoAccounts.fan,
    screens: portalScreens
      .filter(({ path }) => !['/login', '/signup'].includes(path))
      .map((screen) => ({ ...screen, heading: headingOf(screen) })),
  },
  { account: demoAccounts.artist, screens: screensOf(['/desk', '/wallet/earnings']) },
  {
    account: demoAccounts.operator,
    screens: screensOf(['/operator', '/release', '/view-dat-submission']),
  },
];

async function coveredOn(
  browser: DrivenBrowser,
  { addresses }: StackHandle,
  screens: readonly ScreenAddress[],
): Promise<string[]> {
  const covered: string[] = [];
  for (const [width, height] of sizes) {
    await browser.resize(width, height);
    for (const { path, heading } of screens) {
      await browser.open(addresses.hosting + path);
      await browser.run(untilDrawn, heading);
      const controls = await browser.run(coveredControls);
      expect(controls.seen, `controls of ${path}`).toBeGreaterThan(2);
      covered.push(...controls.covered.map((each) => `${path} at ${width}: ${each}`));
    }
  }
  return covered;
}

for (const name of browsers) {
  test(`[N-BRW-02] in ${name} a press at the centre of a control reaches it, on the pages with most controls`, {
    tag: '@once',
  }, async ({ launched, stack }) => {
    test.slow();
    expect(await coveredOn(await launched(launchBrowser(name)), stack, worstScreens)).toEqual([]);
  });

  test(`[N-BRW-02] in ${name} a press on the row of an edition for sale opens it, and Collection opens the collection`, {
    tag: '@once',
  }, async ({ launched, stack }) => {
    const browser = await launched(launchBrowser(name));
    for (const [width, height] of sizes) {
      await browser.resize(width, height);
      await browser.open(`${stack.addresses.hosting}/viewdat/${shownDat.id}`);
      await browser.run(untilDrawn, shownDat.song);
      const rows = await browser.run(rowsForSale);
      expect(rows.length).toBeGreaterThan(1);
      for (const { buys, cells } of rows) {
        expect([...new Set(cells)], `the row of ${buys} at ${width}`).toEqual([buys]);
      }
      await pressOn(browser, '[data-opens="collection"]');
      expect(await browser.run(() => document.querySelector('dialog:modal')?.id)).toBe(
        'collection',
      );
      await browser.run(() => document.querySelector<HTMLDialogElement>('dialog:modal')?.close());
      await pressOn(browser, '.edition-table tr:has(.edition-buy) > td:nth-of-type(2)');
      // No script runs in the page during a navigation.
      const address = () => browser.run(() => location.pathname).catch(() => '');
      await expect.poll(address).toBe(rows[0]?.buys);
    }
  });

  test(`[N-BRW-02] in ${name} a press at the centre of a control reaches it, on every page`, {
    tag: ['@once', '@long'],
  }, async ({ launched, stack, admin }) => {
    test.setTimeout(900_000);
    const browser = await launched(launchBrowser(name));
    const covered = await coveredOn(browser, stack, allScreens);
    for (const { account, screens } of members) {
      const { origin, items } = await storedSession(stack, admin, account);
      // A page without our scripts, which would react to the written items.
      await browser.open(`${origin}/robots.txt`);
      await browser.run((all) => {
        for (const { name: key, value } of all) localStorage.setItem(key, value);
      }, items);
      covered.push(...(await coveredOn(browser, stack, screens)));
    }
    expect(covered).toEqual([]);
  });
}
