import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const pages = globSync('**/*.{astro,ts}', { cwd: new URL('./pages/', import.meta.url) });
const textOf = (page: string): string =>
  readFileSync(new URL(`./pages/${page}`, import.meta.url), 'utf8');
const keyed = pages.filter((page) => textOf(page).includes('keyedPath('));

test('a page that is taken over by its key reads nothing but its props', () => {
  expect(keyed).toHaveLength(4);
  const readers = keyed.filter((page) => {
    // What follows the list of paths draws the page. The address of previews is part of each key.
    const [, drawing = ''] = textOf(page).split(/(?=Astro\.props|export const GET)/);
    expect(drawing, page).not.toBe('');
    return /\bsnapshot\b(?!\.previews)|\bshown(Lists|Profiles)\b/.test(drawing);
  });
  expect(readers).toEqual([]);
});
