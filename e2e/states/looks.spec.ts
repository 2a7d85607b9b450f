import { expectAccessible } from '@datchain/testing/browsers/axe.ts';
import { test as visitorTest } from '@datchain/testing/browsers/fixtures.ts';
import { expect, test } from '@datchain/testing/browsers/holder.ts';
import { smallTargets, wrongKeyboards } from '@datchain/testing/browsers/touch.ts';
import type { Page } from '@playwright/test';
import { heldViews, visitorViews } from './views.ts';

test.describe.configure({ mode: 'parallel' });

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

async function expectFits(page: Page, name: string): Promise<void> {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    expect.soft(await sideways(page), `${name} sticks out at ${width} px`).toBe(0);
  }
  await expectAccessible(page, name);
  expect.soft(await smallTargets(page), `${name}: targets under 44 px`).toEqual([]);
  expect.soft(await wrongKeyboards(page), `${name}: keyboards`).toEqual([]);
}

for (const { name, open } of heldViews) {
  test(`${name} fits a phone, is easy to press, and axe finds nothing`, {
    tag: ['@phone', '@long'],
  }, async ({ page, holder }) => {
    await open(page, holder);
    await expectFits(page, name);
  });
}

for (const { name, open } of visitorViews) {
  visitorTest(
    `${name} fits a phone, is easy to press, and axe finds nothing`,
    {
      tag: ['@phone', '@long'],
    },
    async ({ page }) => {
      await open(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectFits(page, name);
    },
  );
}
