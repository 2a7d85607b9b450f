import { sweep } from '@datchain/testing/pure/scale.ts';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { browserSite } from '@datchain/testing/ui/browser-site.ts';
import { Specimen } from '@datchain/testing/ui/specimen.tsx';
import { describe, expect, test } from 'vitest';
import { serializeSessionHint, sessionHintKey } from './session-hint.ts';

const site = browserSite({ pages: { '/home': <Specimen /> } });
const widths = [320, 360, 599, 600, 768, 899, 900, 1024, 1280, 1440];
const artist = serializeSessionHint({ signedIn: true, canRelease: true, isOperator: true });

async function openSpecimen(width: number, colorScheme: 'light' | 'dark' = 'light') {
  const page = await site.open('/home', { colorScheme, viewport: { width, height: 800 } });
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
    [sessionHintKey, artist],
  );
  await page.reload();
  await page.evaluate(() => document.fonts.ready);
  return page;
}

describe('pieces on one page', () => {
  test('nothing scrolls sideways at any width, menu closed or open', async () => {
    const page = await openSpecimen(320);
    const seen: Record<string, [closed: number, open: number]> = {};
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const scrolled = () => page.evaluate(() => document.documentElement.scrollWidth);
      const closed = await scrolled();
      if (width < 600) await page.getByRole('button', { name: 'Menu' }).click();
      await page.locator('.menu summary').click();
      seen[width] = [closed, await scrolled()];
      await page.locator('.menu summary').click();
      await page.keyboard.press('Escape');
    }
    expect(seen).toEqual(Object.fromEntries(widths.map((width) => [width, [width, width]])));
  });

  test('the entries of the bar do not run into each other', async () => {
    const page = await openSpecimen(600);
    for (const width of widths.filter((candidate) => candidate >= 600)) {
      await page.setViewportSize({ width, height: 800 });
      const boxes = await page
        .locator('.brand:visible, .menu-item:visible, summary:visible')
        .evaluateAll((entries) => entries.map((entry) => entry.getBoundingClientRect().toJSON()));
      const overlapping = boxes.flatMap((a, index) =>
        boxes
          .slice(index + 1)
          .filter(
            (b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
          ),
      );
      expect(boxes.length).toBe(9);
      expect(overlapping).toEqual([]);
    }
  });

  const others = [
    ['light', 360],
    ['light', 1280],
    ['dark', 1280],
  ] as const;

  test.each(sweep<readonly ['light' | 'dark', number]>([['dark', 360]], others))(
    'axe finds nothing, %s at %i px, menu closed or open',
    async (scheme, width) => {
      const page = await openSpecimen(width, scheme);
      expect(await axeFaults(page)).toEqual([]);
      if (width < 600) await page.getByRole('button', { name: 'Menu' }).click();
      await page.locator('.menu summary').click();
      expect(await axeFaults(page)).toEqual([]);
    },
  );

  test('the self-hosted font is loaded, and the dark theme is drawn', async () => {
    const page = await openSpecimen(1280, 'dark');
    expect(await page.evaluate(() => document.fonts.check('600 16px "Instrument Sans"'))).toBe(
      true,
    );
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe(
      'rgb(242, 241, 238)',
    );
  });
});
