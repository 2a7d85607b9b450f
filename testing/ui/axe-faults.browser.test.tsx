import { expect, test } from 'vitest';
import { axeFaults } from './axe-faults.ts';
import { browserSite } from './browser-site.ts';

const site = browserSite({
  pages: {
    '/': (
      <main>
        <h1>A page</h1>
        <button type="button" className="button button-primary" disabled>
          Press
        </button>
      </main>
    ),
  },
});

test('a button with a running colour transition is judged after its end', async () => {
  const page = await site.open('/', { reducedMotion: 'no-preference' });
  // The transition starts half way, where both colours are almost the same grey.
  await page.getByRole('button').evaluate((element) => {
    element.style.transition = 'all 2s linear -1s';
    getComputedStyle(element).color;
    element.removeAttribute('disabled');
  });
  expect(await axeFaults(page)).toEqual([]);
});

test('colours with too little contrast are reported, even beside an endless animation', async () => {
  const page = await site.open('/', { reducedMotion: 'no-preference' });
  await page.getByRole('button').evaluate((element) => {
    element.removeAttribute('disabled');
    element.animate([{ translate: '0' }, { translate: '4px' }], {
      duration: 100,
      iterations: Number.POSITIVE_INFINITY,
    });
    element.style.backgroundColor = 'rgb(120 120 120)';
    element.style.color = 'rgb(150 150 150)';
  });
  expect((await axeFaults(page)).map(([rule]) => rule)).toEqual(['color-contrast']);
});
