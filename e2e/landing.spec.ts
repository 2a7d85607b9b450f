import { landingLinks } from '@datchain/shared/contracts/site.ts';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './support/ledger-test.ts';

const logos = (page: Page): Locator => page.getByRole('main').getByRole('link');
const row = (page: Page): Locator => page.getByRole('main').getByRole('list');

const width = async (box: Locator): Promise<number> => (await box.boundingBox())?.width ?? 0;

/** The logos as they stand when they have arrived. */
const stopMotion = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });

for (const colorScheme of ['light', 'dark'] as const) {
  test(`[R-LND-01] the landing is white in the ${colorScheme} theme, edge to edge`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    const { data, info } = await sharp(await page.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => {
      const at = (y * info.width + x) * info.channels;
      return [...data.subarray(at, at + 3)];
    };
    const right = info.width - 1;
    const bottom = info.height - 1;
    for (const [x, y] of [
      [0, 0],
      [right, 0],
      [0, bottom],
      [right, bottom],
    ] as const) {
      expect(pixel(x, y)).toEqual([255, 255, 255]);
    }
  });
}

test('[R-LND-01] the landing has no bar and cannot be scrolled, even in a low window', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 240 });
  await page.goto('/');
  await expect(logos(page)).toHaveCount(3);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);

  await page.mouse.move(20, 20);
  await page.mouse.wheel(0, 400);
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  // Two frames: a scroll that were to come would have begun.
  const scrolled = await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    return [scrollY, document.documentElement.scrollTop, document.body.scrollTop];
  });
  expect(scrolled).toEqual([0, 0, 0]);
});

test('[R-LND-02] the chain’s logo goes to /home', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: landingLinks.chainBrand.name }).click();
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('heading', { level: 1, name: 'Tokens' })).toBeVisible();
});

for (const { name, href } of [landingLinks.musicBrand, landingLinks.recordLabel]) {
  test(`[R-LND-02] the logo of ${name} goes to its own site`, { tag: '@long' }, async ({
    page,
    context,
  }) => {
    await context.route(`${href}/**`, (route) => route.fulfill({ body: 'elsewhere' }));
    await page.goto('/');
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(`${href}/`);
  });
}

test('[R-LND-02] the record label’s logo is a circle', { tag: ['@once', '@long'] }, async ({
  page,
}) => {
  await page.goto('/');
  await stopMotion(page);
  const shape = await page
    .getByRole('link', { name: landingLinks.recordLabel.name })
    .locator('svg')
    .evaluate((logo) => {
      const box = logo.getBoundingClientRect();
      const radius = box.height / 2;
      const isPainted = (angle: number, distance: number) => {
        const x = box.x + box.width / 2 + Math.cos(angle) * radius * distance;
        const y = box.y + radius + Math.sin(angle) * radius * distance;
        return document.elementFromPoint(x, y)?.closest('path,circle') !== null;
      };
      const angles = Array.from({ length: 24 }, (_, index) => (index * Math.PI) / 12);
      return {
        inside: angles.every((angle) => isPainted(angle, 0.97)),
        outside: angles.some((angle) => isPainted(angle, 1.03)),
      };
    });
  expect(shape).toEqual({ inside: true, outside: false });
});

test('[R-LND-03] the logos fade in one after another, 0.3, 0.5 and 0.7 s late, 1 s each', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/');
  await expect(logos(page)).toHaveCount(3);
  const motion = await row(page).evaluate((list) =>
    [...list.children].map((item) => {
      const { animationDelay, animationDuration, animationName } = getComputedStyle(item);
      const [animation] = item.getAnimations();
      const opacityAt = (time: number) => {
        if (!animation) return 'no animation';
        animation.pause();
        animation.currentTime = time;
        return Number(getComputedStyle(item).opacity);
      };
      const delay = Number.parseFloat(animationDelay) * 1000;
      return {
        delay: animationDelay,
        duration: animationDuration,
        isNamed: animationName !== 'none',
        isHidden: Number(opacityAt(delay - 1)) < 0.01,
        isHalfWay: Number(opacityAt(delay + 500)) > 0 && Number(opacityAt(delay + 500)) < 1,
        after: opacityAt(delay + 1000),
      };
    }),
  );
  const fade = { duration: '1s', isNamed: true, isHidden: true, isHalfWay: true, after: 1 };
  expect(motion).toEqual(['0.3s', '0.5s', '0.7s'].map((delay) => ({ delay, ...fade })));
});

test('a visitor who wants no motion sees the logos at once', { tag: ['@once', '@long'] }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(logos(page)).toHaveCount(3);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('[R-LND-04] pointing between the logos shrinks all slightly, pointing at one enlarges it', {
  tag: ['@once', '@long'],
}, async ({ page }) => {
  await page.goto('/');
  await stopMotion(page);
  const first = logos(page).nth(0);
  const second = logos(page).nth(1);
  const atRest = await width(first);

  const left = await first.boundingBox();
  const right = await second.boundingBox();
  if (!left || !right) throw new Error('The logos are not drawn.');
  await page.mouse.move((left.x + left.width + right.x) / 2, left.y + left.height / 2);
  await expect.poll(() => width(first)).toBeLessThan(atRest * 0.99);
  await expect.poll(() => width(first)).toBeGreaterThan(atRest * 0.9);

  await first.hover();
  await expect.poll(() => width(first)).toBeGreaterThan(atRest * 1.04);
  await expect.poll(() => width(second)).toBeLessThan(atRest);

  await page.mouse.move(1, 1);
  await expect.poll(() => width(first)).toBeCloseTo(atRest, 0);
});

test('[R-LND-05] below 400 px the logos stand in a column, 80% wide; from 400 px on in a row', {
  tag: ['@once', '@long'],
}, async ({ page }) => {
  await page.goto('/');
  for (const [viewport, direction] of [
    [320, 'column'],
    [399, 'column'],
    [400, 'row'],
    [401, 'row'],
  ] as const) {
    await page.setViewportSize({ width: viewport, height: 720 });
    const boxes = await logos(page).evaluateAll((links) =>
      links.map((link) => link.getBoundingClientRect().toJSON()),
    );
    const starts = boxes.map((box) => (direction === 'row' ? box.left : box.top));
    const others = boxes.map((box) => Math.round(direction === 'row' ? box.top : box.left));
    expect([...starts].sort((a, b) => a - b)).toEqual(starts);
    expect(new Set(starts).size).toBe(3);
    expect(new Set(others).size).toBe(1);
    expect(boxes.every(({ left, right }) => left >= 0 && right <= viewport)).toBe(true);

    const logoWidths = await row(page).evaluate((list) =>
      [...list.children].map((item) => String(item.computedStyleMap().get('width'))),
    );
    expect(new Set(logoWidths)).toEqual(new Set([direction === 'row' ? '40%' : '80%']));
    if (direction === 'column') {
      expect(boxes[0].width).toBeCloseTo((await width(row(page))) * 0.8, 0);
    }
  }
});

test('[R-LND-05] the row of logos is 80% wide, at most 1000 px, and no logo wider than 400', {
  tag: ['@once', '@long'],
}, async ({ page }) => {
  await page.goto('/');
  for (const [viewport, rowWidth] of [
    [360, 288],
    [1000, 800],
    [1250, 1000],
    [1920, 1000],
  ] as const) {
    await page.setViewportSize({ width: viewport, height: 800 });
    await expect.poll(() => width(row(page))).toBeCloseTo(rowWidth, 0);
    for (const logo of await row(page).getByRole('listitem').all()) {
      expect(await width(logo)).toBeLessThanOrEqual(400);
      const limit = await logo.evaluate((item) => getComputedStyle(item).maxWidth);
      expect(limit).toBe('400px');
    }
  }
});
