import { publishDemoSounds } from '@datchain/demo/sounds.ts';
import { demoWorld } from '@datchain/demo/world/world.ts';
import { demoAccounts } from '@datchain/testing/browsers/accounts.ts';
import { test as base } from '@datchain/testing/browsers/drivers/fixture.ts';
import { launchBrowser } from '@datchain/testing/browsers/drivers/launch.ts';
import {
  listComplaints,
  type Visitor,
  visitorWith,
} from '@datchain/testing/browsers/drivers/visitor.ts';
import { nameAccount, type OwnDat, releaseDat } from '@datchain/testing/browsers/editions.ts';
import { expect } from '@datchain/testing/browsers/fixtures.ts';
import { aPng, aWav } from '@datchain/testing/browsers/release-form.ts';
import {
  ledgerScreens,
  portalScreens,
  type ScreenAddress,
  shownDat,
} from '@datchain/testing/browsers/screens.ts';
import { storedSession } from '@datchain/testing/browsers/stored-session.ts';

base.describe.configure({ mode: 'parallel' });

const test = base.extend<{ dat: OwnDat }>({
  dat: async ({ admin }, use) => {
    const dat = await releaseDat(admin, { editions: 2, priceCents: 1_000 });
    await use(dat);
    await dat.remove();
  },
});

type Size = readonly [width: number, height: number];
const phone: Size = [390, 844];
const desk: Size = [1280, 800];
const sizes = [phone, desk];

const fanScreens = portalScreens
  .filter(({ path }) => !['/login', '/signup'].includes(path))
  .map((screen) =>
    screen.path.startsWith('/wallet/dat/') ? { ...screen, heading: shownDat.song } : screen,
  );

async function findFaults(heading: string): Promise<string[]> {
  const startedAt = performance.now();
  const title = () => document.querySelector('h1')?.textContent ?? '';
  const isWaiting = () =>
    [...document.querySelectorAll('[class*="skeleton"], [aria-busy="true"]')].some((each) =>
      each.checkVisibility(),
    );
  while (!title().includes(heading) || isWaiting()) {
    if (performance.now() - startedAt > 15_000) return [`“${title()}” for “${heading}”`];
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const { scrollWidth } = document.documentElement;
  return scrollWidth > innerWidth ? [`${scrollWidth} px wide in ${innerWidth}`] : [];
}

async function openAll(
  { browser, open }: Visitor,
  screens: readonly ScreenAddress[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const [index, { path, heading }] of screens.entries()) {
    const [first, second] = index % 2 === 0 ? [phone, desk] : [desk, phone];
    const look = async ([width]: Size) => {
      const found = await browser.run(findFaults, heading);
      faults.push(...found.map((each) => `${path} at ${width}: ${each}`));
    };
    if (index === 0) await browser.resize(...phone);
    await open(path);
    await look(first);
    await browser.resize(...second);
    await look(second);
  }
  return faults;
}

for (const name of ['Firefox', 'WebKit'] as const) {
  test(`[N-BRW-01] in ${name} every kind of page opens without an error in its console, at 390 and at 1280 px`, {
    tag: ['@once'],
  }, async ({ launched, stack, admin }) => {
    test.slow();
    const browser = await launched(launchBrowser(name));
    const origin = stack.addresses.hosting;
    const visitor = visitorWith(browser, origin);
    const faults = await openAll(visitor, ledgerScreens);
    await visitor.signIn(await storedSession(stack, admin, demoAccounts.fan));
    faults.push(...(await openAll(visitor, fanScreens)));
    expect({ faults, complaints: listComplaints(browser) }).toEqual({ faults: [], complaints: [] });
  });

  test(`[N-BRW-01] in ${name} a song plays, and a card purchase ends in a certificate, at 390 and at 1280 px`, {
    tag: ['@once'],
  }, async ({ launched, stack, admin, newAccount, dat }) => {
    test.slow();
    const songs = demoWorld(new Date()).dats.filter(({ id }) => id === shownDat.id);
    await publishDemoSounds(songs);
    const browser = await launched(launchBrowser(name));
    const visitor = visitorWith(browser, stack.addresses.hosting);
    const fan = await newAccount();
    const username = await nameAccount(admin, fan.uid);
    await visitor.signIn(await storedSession(stack, admin, fan));
    const player = () =>
      browser.run(() => ({
        state: document.querySelector<HTMLElement>('.play')?.dataset.state,
        time: document.querySelector('.player-time')?.textContent ?? '',
      }));
    for (const [index, [width, height]] of sizes.entries()) {
      await browser.resize(width, height);
      await visitor.open(`/viewdat/${shownDat.id}`);
      await visitor.press(/^Play preview/);
      await expect
        .poll(player)
        .toEqual({ state: 'playing', time: expect.stringMatching(/^0:0[1-9] of 0:30$/) });
      await visitor.press(/^Pause preview/);
      await expect.poll(async () => (await player()).state).toBe('paused');

      const number = index + 1;
      await visitor.open(`/buy/${dat.id}/${number}`);
      await visitor.press(/^Pay \$10\.\d\d by card$/);
      await visitor.isAt(/^\/c\/pay\//);
      await visitor.press(/^Pay \$/);
      await visitor.sees(new RegExp(`DAT #${number} is yours`));
      await visitor.press(/^Certificate$/);
      await visitor.isAt(/^\/certificate\//);
      await visitor.sees(new RegExp(`@${username}`));
    }
    expect(listComplaints(browser)).toEqual([]);
  });
}

test('[N-BRW-03] a draft in a private window of WebKit survives a reload, with copies of its files, and goes to the review', {
  tag: ['@once'],
}, async ({ launched, stack, admin }) => {
  const browser = await launched(launchBrowser('WebKit'));
  const visitor = visitorWith(browser, stack.addresses.hosting);
  await visitor.signIn(await storedSession(stack, admin, demoAccounts.operator));
  await visitor.open('/release');
  await visitor.press(/^Yes$/);
  await visitor.fill(/^Artist$/, 'adaokonjo');
  await visitor.press(/@adaokonjo/);
  await visitor.choose(/^Artwork$/, await aPng('kept.png', 500));
  await visitor.choose(/^Audio$/, aWav('kept.wav'));
  await visitor.fill(/^Song name$/, 'Kept Song');
  await visitor.fill(/^Genre$/, 'rnb_soul');
  // The status line is busy until the last change and both files are stored.
  const isKept = () =>
    [...document.querySelectorAll('[aria-busy="false"]')].some(({ textContent }) =>
      /^Draft saved on this device/.test(textContent ?? ''),
    );
  await expect.poll(() => browser.run(isKept)).toBe(true);
  await visitor.open('/release');
  await visitor.sees(/kept\.png[\s\S]*500 × 500[\s\S]*kept\.wav/);
  await visitor.fill(/^Song name$/, 'Kept Song again');
  await visitor.press(/^Review release$/);
  await visitor.isAt(/^\/view-dat-submission$/);
  await visitor.sees(/kept\.wav[\s\S]*Kept Song again/);
  expect(listComplaints(browser)).toEqual([]);
});
