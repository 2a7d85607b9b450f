import { test as base, expect } from '@datchain/testing/browsers/holder.ts';
import { Network } from '@datchain/testing/browsers/network.ts';
import { recordSights } from '@datchain/testing/browsers/recorder.ts';
import { watchShifts } from '@datchain/testing/browsers/shifts.ts';
import { expectNothingUntrue, expectReads } from './reading.ts';
import { heldScreens, inHandfuls } from './screens.ts';

const test = base.extend<{ network: Network }>({
  network: async ({ context, stack, consoleGuard }, use) => {
    consoleGuard.expect(/net::ERR_|Firestore|cleardot\.gif|WebSocket/);
    await recordSights(context);
    await use(await Network.of(context, stack));
  },
});

test.describe.configure({ mode: 'parallel' });

const offline = /You are offline\. Figures are as of \d\d:\d\d UTC\./;

for (const screens of inHandfuls(heldScreens)) {
  const names = screens.map(({ name }) => name).join(', ');

  test(`${names} say that they are trying again while nothing answers, and recover without a reload`, {
    tag: ['@once', '@long'],
  }, async ({ context, holder, network }) => {
    test.slow();
    network.cut();
    const tabs = await Promise.all(
      screens.map(async (screen) => {
        const page = await context.newPage();
        await page.goto(screen.path(holder));
        return { page, holder, screen };
      }),
    );
    for (const tab of tabs) {
      await expect(tab.page.getByText('Trying again.').first()).toBeVisible();
      await expectReads(tab, 'cut');
    }
    network.open();
    for (const { page } of tabs) await page.evaluate(() => dispatchEvent(new Event('online')));
    for (const tab of tabs) {
      await expectReads(tab, 'arrived');
      await expect(tab.page.getByText('Trying again.')).toHaveCount(0);
      await expectNothingUntrue(tab);
    }
  });
}

/** The screen with the most listeners; the others wait for the long run. */
const worst = 'the wallet';

for (const screen of heldScreens) {
  test(`[N-FIG-06] ${screen.name} keeps its figures when the network goes, and says how old they are`, {
    tag: screen.name === worst ? '@once' : ['@once', '@long'],
  }, async ({ page, context, holder, network }) => {
    expect(network.asked).toBe(0);
    const opened = { page, holder, screen };
    await page.goto(screen.path(holder));
    await expectReads(opened, 'arrived');
    await context.setOffline(true);
    await expect(page.getByText(offline)).toBeVisible();
    await expectReads(opened, 'arrived');
    await context.setOffline(false);
    await expect(page.getByText(offline)).toHaveCount(0);
    await expectReads(opened, 'arrived');
    await expectNothingUntrue(opened);
  });

  test(`${screen.name} reserves the places of slow answers, so nothing moves`, {
    tag: screen.name === worst ? '@small' : '@long',
  }, async ({ page, holder, network }) => {
    const opened = { page, holder, screen };
    const shifts = await watchShifts(page);
    network.hold();
    await page.goto(screen.path(holder));
    await expectReads(opened, 'waiting');
    await expect.poll(() => network.asked).toBeGreaterThan(0);
    network.open();
    await expectReads(opened, 'arrived');
    await expectNothingUntrue(opened);
    expect(await shifts()).toEqual([]);
  });
}
