import { readdirSync } from 'node:fs';
import { publicPages } from '@datchain/shared/domain/public-pages.ts';
import { expect, test } from 'vitest';

/** Pages that Hosting answers other addresses with. */
const standIns = /^(404|embed|mydat-profile|.*-fallback)\.astro$/;

test('every page with a fixed address is in the list of public pages, and no other', () => {
  const files = readdirSync(new URL('pages', import.meta.url), { recursive: true }).map(String);
  const pages = files
    .filter((file) => /^[^[]+\.astro$/.test(file) && !standIns.test(file))
    .map((file) => `/${file.replace(/(^index)?\.astro$/, '')}`);
  expect(pages.sort()).toEqual(publicPages.map(({ path }) => path).sort());
});
