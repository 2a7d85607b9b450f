import { demoAccounts } from '@datchain/testing/browsers/accounts.ts';
import { test as base, expect } from '@datchain/testing/browsers/fixtures.ts';
import {
  allScreens,
  portalScreens,
  type ScreenAddress,
} from '@datchain/testing/browsers/screens.ts';
import { chromiumArguments } from '@datchain/testing/ui/find-chromium.ts';
import { type Browser, chromium, type Page } from '@playwright/test';

const phone = [390, 844] as const;
const desk = [1280, 800] as const;
type Size = readonly [width: number, height: number];

const test = base.extend<{ reader: Browser }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  reader: async ({}, use) => {
    const reader = await chromium.launch({
      executablePath: process.env.HEADLESS_SHELL_PATH ?? '',
      args: [...chromiumArguments, '--blink-settings=defaultFontSize=32'],
    });
    await use(reader);
    await reader.close();
  },
});

const findFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`is ${scrollWidth - clientWidth} px too wide`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || element.closest('script, noscript, svg'))
        continue;
      if (!element.checkVisibility() || element.closest('.visually-hidden')) continue;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (size < 21) faults.push(`sets "${node.textContent.trim().slice(0, 30)}" in ${size} px`);
    }
    return faults;
  });

async function faultsOn(
  page: Page,
  origin: string,
  screens: readonly ScreenAddress[],
  sizes: readonly Size[],
) {
  const faults: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const { path, heading } of screens) {
      await page.goto(origin + path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      faults.push(...(await findFaults(page)).map((fault) => `${path} at ${width} ${fault}`));
    }
  }
  return faults;
}

test('[N-FST-10] text follows the size that is set in the browser, and pages keep their width', {
  tag: ['@once'],
}, async ({ reader, stack }) => {
  test.slow();
  const page = await reader.newPage();
  expect(await faultsOn(page, stack.addresses.hosting, allScreens, [phone])).toEqual([]);
});

for (const account of [undefined, demoAccounts.fan, demoAccounts.artist, demoAccounts.operator]) {
  const who = account ? `the screens of ${account.email}` : 'all screens on a desk';
  test(`[N-FST-10] text follows the size that is set in the browser on ${who}`, {
    tag: ['@once', '@long'],
  }, async ({ reader, stack, signIn }) => {
    test.slow();
    const page = await reader.newPage();
    if (account) await signIn(page, account);
    const screens = account ? portalScreens : allScreens;
    const sizes = account ? [phone, desk] : [desk];
    expect(await faultsOn(page, stack.addresses.hosting, screens, sizes)).toEqual([]);
  });
}
