import { demoAccounts } from '@datchain/testing/browsers/accounts.ts';
import { untilDrawn } from '@datchain/testing/browsers/covered-controls.ts';
import { type DrivenBrowser, pressOn } from '@datchain/testing/browsers/drivers/driven-browser.ts';
import { test } from '@datchain/testing/browsers/drivers/fixture.ts';
import { launchBlocking, launchBrowser } from '@datchain/testing/browsers/drivers/launch.ts';
import { expect } from '@datchain/testing/browsers/fixtures.ts';
import {
  allScreens,
  portalScreens,
  type ScreenAddress,
  shownDat,
} from '@datchain/testing/browsers/screens.ts';

test.describe.configure({ mode: 'parallel' });

const blocked =
  /blocks cookies and site data for 127\.0\.0\.1:\d+, so you cannot log in\. Allow them/;

const worst = allScreens.filter(({ path }) =>
  [
    '/home',
    `/viewdat/${shownDat.id}`,
    '/verify',
    '/tdc/block/36',
    '/login',
    '/signup',
    '/wallet',
  ].includes(path),
);

async function open(browser: DrivenBrowser, origin: string, screen: ScreenAddress): Promise<void> {
  await browser.open(origin + screen.path);
  await browser.run(untilDrawn, screen.heading);
}

/** Reads the text of a screen, without the time of the last live figure, which differs by browser. */
async function readMain(browser: DrivenBrowser): Promise<string> {
  const text = await browser.run(() => document.querySelector('main')?.innerText ?? '');
  return text.replace(/\d\d:\d\d:\d\d UTC/g, 'now');
}

for (const name of ['Chromium', 'Firefox'] as const) {
  for (const { which, screens, tag } of [
    { which: 'the pages that store the most', screens: worst, tag: ['@once'] },
    { which: 'every page', screens: allScreens, tag: ['@once', '@long'] },
  ]) {
    test(`[N-INP-11] in ${name} with site data blocked, a visitor reads the usual text on ${which}`, {
      tag,
    }, async ({ launched, stack }) => {
      test.setTimeout(600_000);
      const origin = stack.addresses.hosting;
      const usual = await launched(launchBrowser(name));
      const blocking = await launched(launchBlocking(name));
      for (const screen of screens) {
        await open(usual, origin, screen);
        await open(blocking, origin, screen);
        await expect(async () => {
          expect(await readMain(blocking), screen.path).toBe(await readMain(usual));
        }).toPass({ timeout: 15_000 });
        const all = await blocking.run(() => document.body.innerText);
        expect(blocked.test(all), screen.path).toBe(portalScreens.includes(screen));
      }
    });
  }

  test(`[N-INP-11] in ${name} with site data blocked, figures are live, the player answers, and a login says what to allow`, {
    tag: '@once',
  }, async ({ launched, stack }) => {
    const browser = await launched(launchBlocking(name));
    const origin = stack.addresses.hosting;
    await browser.open(`${origin}/viewdat/${shownDat.id}`);
    await expect.poll(() => readMain(browser)).toContain('Live, now');
    await pressOn(browser, '.play');
    // Without a sound device a browser may fail to play; the player responds anyway.
    const state = () =>
      browser.run(() => document.querySelector<HTMLElement>('.play')?.dataset.state ?? 'at rest');
    await expect.poll(state).not.toBe('at rest');

    await open(browser, origin, { path: '/login', heading: 'Log in' });
    await browser.run(({ email, password }) => {
      const values = { email, password };
      for (const [field, value] of Object.entries(values)) {
        const input = document.querySelector(`input[name="${field}"]`);
        // Sets the value like a keyboard, because React notices nothing else.
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
        set?.call(input, value);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
      }
      document.querySelector('form')?.requestSubmit();
    }, demoAccounts.fan);
    const alert = () => browser.run(() => document.querySelector('[role="alert"]')?.textContent);
    await expect.poll(alert).toMatch(blocked);
  });
}
