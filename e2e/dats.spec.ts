import { live } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Locator, Page } from '@playwright/test';
import { builtDats } from './support/built-dats.ts';
import { expect, test } from './support/ledger-test.ts';
import { aRelease } from './support/release.ts';
import { rebuilt } from './support/run-rebuild.ts';
import { shownDat } from './support/screens.ts';

const cards = (page: Page): Locator => page.getByRole('main').getByRole('article');
const songs = (page: Page): Promise<string[]> => cards(page).getByRole('heading').allInnerTexts();
const card = (page: Page, song: string): Locator =>
  cards(page).filter({ has: page.getByRole('heading', { name: song, exact: true }) });

/** Walks through all pages of the list by their links, from the newest work to the oldest. */
async function onEveryPage<T>(page: Page, look: () => Promise<T[]>): Promise<T[]> {
  const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' });
  await page.goto('/dats');
  const seen = await look();
  while ((await next.count()) > 0) {
    const address = (await next.getAttribute('href')) ?? '';
    await next.click();
    await expect(page).toHaveURL(address);
    seen.push(...(await look()));
  }
  return seen;
}

const tomorrow = () => Date.now() + DAY_MILLIS;

test('[R-DAT-01] [R-DAT-02] [R-DB-01] the pages have every DAT of the summary once, newest first', {
  tag: '@once',
}, async ({ page, admin, request }) => {
  const { dats, newer } = await builtDats(admin, request);
  expect(dats.length).toBeGreaterThanOrEqual(60);
  const released = (id: string) => dats.find((dat) => dat.id === id)?.releasedAt ?? 0;

  const everything = await onEveryPage(page, () =>
    cards(page).evaluateAll((articles) =>
      articles.map((article) => {
        const text = (selector: string) =>
          (article.querySelector(selector)?.textContent ?? '').replace(/\s+/g, ' ').trim();
        const facts = [...article.querySelectorAll('dl > div')];
        return {
          id: article.querySelector('a')?.pathname.split('/').at(-1) ?? '',
          song: text('h3 > a'),
          names: [...article.querySelectorAll('.dat-card-names p')].map((line) => line.textContent),
          artwork: new URL(article.querySelector('img')?.src ?? '').pathname,
          streams: facts.at(-1)?.textContent,
        };
      }),
    ),
  );
  const shown = everything.filter(({ id }) => !newer.some((dat) => dat.id === id));
  expect(shown.map(({ id }) => id).sort()).toEqual(dats.map(({ id }) => id).sort());
  const order = shown.map(({ id }) => released(id));
  expect(order).toEqual([...order].sort((a, b) => b - a));
  for (const { id, ...parts } of shown) {
    const dat = dats.find((each) => each.id === id);
    expect(parts).toEqual({
      song: dat?.songName,
      names: [dat?.artistName, `@${dat?.creatorUsername}`],
      artwork: expect.stringMatching(new RegExp(`^/sleeves/${id}-[0-9a-f]{8}\\.webp$`)),
      streams: expect.stringMatching(/^Total Streams([\d,]+|–.*)$/),
    });
  }
});

test('[R-DAT-01] every artwork of the grid is a picture that arrives', { tag: '@long' }, async ({
  page,
}) => {
  const widths = await onEveryPage(page, () =>
    cards(page)
      .locator('img')
      .evaluateAll((pictures) =>
        Promise.all(
          (pictures as HTMLImageElement[]).map(async (picture) => {
            picture.loading = 'eager';
            await picture.decode();
            return picture.naturalWidth;
          }),
        ),
      ),
  );
  expect(widths.length).toBeGreaterThanOrEqual(60);
  expect(Math.min(...widths)).toBeGreaterThan(0);
});

test('[R-DAT-03] a press anywhere on a card opens that DAT’s page', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/dats');
  await card(page, 'Salt on the Wires').click({ position: { x: 40, y: 40 } });
  await expect(page).toHaveURL('/viewdat/dat-salt-on-the-wires');
  await expect(page.getByRole('heading', { level: 1, name: 'Salt on the Wires' })).toBeVisible();

  await page.goBack();
  await page.getByRole('link', { name: shownDat.song }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/viewdat/${shownDat.id}`);
});

test('[R-DAT-02] a DAT newer than the page comes first, and those already there are not doubled', {
  tag: '@long',
}, async ({ page, ownSite }) => {
  const newer = [
    aRelease('dat-brand-new', { SongName: 'Brand New', releaseTimestamp: tomorrow() }),
    aRelease('dat-newest', { SongName: 'Newest', releaseTimestamp: tomorrow() + 1 }),
  ];
  const old = aRelease(shownDat.id, { SongName: shownDat.song, releaseTimestamp: 1 });
  await ownSite.write(live.newestReleases, [...newer, old]);
  await page.goto(`${ownSite.url}/dats`);
  await expect(card(page, 'Brand New')).toBeVisible();
  expect((await songs(page)).slice(0, 3)).toEqual(['Newest', 'Brand New', shownDat.song]);
  await expect(card(page, shownDat.song)).toHaveCount(1);
});

test('[R-DAT-05] when the newest releases cannot be loaded the page keeps its DATS and logs it', {
  tag: '@long',
}, async ({ page, ownSite, consoleGuard }) => {
  consoleGuard.expect(/ERR_CONNECTION_REFUSED/);
  await ownSite.stopDatabase();
  const logged = page.waitForEvent('console', {
    predicate: (message) => message.text().includes('The newest releases cannot be read'),
  });
  await page.goto(`${ownSite.url}/dats`);
  await logged;
  await expect(card(page, shownDat.song)).toBeVisible();
});

test('[R-DAT-04] [R-DAT-05] a ledger before the first release says that there is nothing, also when the summary cannot be loaded', {
  tag: ['@once', '@long'],
}, async ({ page, newSite, consoleGuard }) => {
  test.slow();
  expect(await rebuilt(newSite)).toContain('published');
  const empty = page.getByText('No assets to display.', { exact: true });

  await page.goto(`${newSite.url}/dats`);
  await expect(empty).toBeVisible();
  await expect(cards(page)).toHaveCount(0);

  await newSite.write(live.newestReleases, [aRelease('dat-first', { SongName: 'The first' })]);
  await page.reload();
  await expect(card(page, 'The first')).toBeVisible();
  await expect(empty).toHaveCount(0);

  consoleGuard.expect(/ERR_CONNECTION_REFUSED/);
  await newSite.stopDatabase();
  const logged = page.waitForEvent('console', {
    predicate: (message) => message.text().includes('The newest releases cannot be read'),
  });
  await page.reload();
  await logged;
  await expect(empty).toBeVisible();
});
