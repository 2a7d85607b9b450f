import { builtDats } from '@datchain/testing/browsers/built-dats.ts';
import { expect, test } from '@datchain/testing/browsers/ledger-test.ts';
import type { Locator, Page } from '@playwright/test';

const cards = (page: Page): Locator => page.getByRole('main').getByRole('article');

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

test('[R-DAT-01] [R-DAT-02] [R-DB-01] the pages list every DAT of the summary once, newest first, with its names, artwork and streams', {
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
