import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTags, type Tag } from './tags.ts';

function tagsOf(page: string): Tag[] {
  const tags: Tag[] = [];
  readTags(Buffer.from(page), (tag) => tags.push(tag));
  return tags;
}

/** The same without passages: none begins with this name, which matters as little. */
const tagsReadOneByOne = (page: string): unknown =>
  JSON.parse(
    JSON.stringify(tagsOf(page.replaceAll('header', 'hEader'))).replaceAll('hEader', 'header'),
  );

test('a passage that pages share is read as if it stood on this page alone', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<header>',
      '<header class="bar">',
      '<header',
      '</header>',
      '<h1>',
      ' ',
      'text',
    ),
    fc.constantFrom('<a href="/dats">', '<a href="/é?a=1" aria-current="true">', '<b onclick=x>'),
    fc.constantFrom('<!-- ', '-->', '<script>', '</script>', '<style>', '</style>', '<'),
    fc.constantFrom('<p title="', '">', "<img src='", "'>"),
  );
  const part = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  const bar = fc.array(part, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(bar, fc.array(fc.tuple(part, fc.nat(), part)), (bars, pages) => {
      for (const [before, which, after] of pages) {
        const page = `${before}<header>${bars[which % bars.length]}</header>${after}`;
        expect(tagsOf(page)).toEqual(tagsReadOneByOne(page));
      }
    }),
    { numRuns: 1000 },
  );
});

test('a passage is as long as its bytes, also at the end of a page', () => {
  const bar = '<header><a href="/dats">DATS</a></header>';
  const short = bar.slice(0, -10);
  for (const page of [bar, short, bar, `${short}<a href="/home">`]) {
    expect(tagsOf(page)).toEqual(tagsReadOneByOne(page));
  }
});
