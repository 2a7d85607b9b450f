import { expect, test } from 'vitest';
import { SharedIds } from './shared-ids.ts';
import { identifyWork, type Named, type Work } from './work-names.ts';

function marked(...rows: readonly Named[]): Work[] {
  const ids = new SharedIds();
  const works = rows.map((named) => {
    const work = identifyWork(named);
    if (!work) throw new Error(`${JSON.stringify(named)} names nothing`);
    ids.note(named, work);
    return work;
  });
  return works.map((work) => ids.mark(work));
}

const isrc = 'QZABC2600001';

test('[N-INP-04] an id with two titles belongs to neither, and the rows stay separate', () => {
  const rows = [
    { contentId: 'x', title: 'One', artist: 'Ada' },
    { contentId: 'x', title: 'Two', artist: 'Ada' },
    { contentId: 'x' },
    { contentId: 'y', title: 'One', artist: 'Ada' },
  ];
  expect(marked(...rows)).toEqual([
    { key: 'shared:title:one|ada', names: ['shared:content:x', 'title:one|ada'] },
    { key: 'shared:title:two|ada', names: ['shared:content:x', 'title:two|ada'] },
    { key: 'shared:content:x', names: ['shared:content:x'] },
    { key: 'content:y', names: ['content:y', 'title:one|ada'] },
  ]);
});

test('[N-INP-04] a row with a shared id keeps its ISRC', () => {
  const rows = [
    { isrc, contentId: 'x', title: 'One', artist: 'Ada' },
    { isrc: 'QZABC2600002', contentId: 'x', title: 'Two', artist: 'Ada' },
  ];
  expect(marked(...rows)[0]).toEqual({
    key: `isrc:${isrc}`,
    names: [`isrc:${isrc}`, 'shared:content:x', 'title:one|ada'],
  });
});

test.each<[string, Named[]]>([
  [
    'of different artists',
    [
      { isrc, title: 'One', artist: 'Ada' },
      { isrc, title: 'One', artist: 'Bo' },
    ],
  ],
  [
    'without an artist',
    [
      { isrc, title: 'One' },
      { isrc, title: 'Two' },
    ],
  ],
  [
    'without a title',
    [
      { isrc, artist: 'Ada' },
      { isrc, artist: 'Bo' },
    ],
  ],
  [
    'with different accents',
    ['mua', 'múa', 'mùa'].map((title) => ({ isrc, title, artist: 'Ada' })),
  ],
  [
    'of two recordings at Apple',
    [
      { appleId: '7', isrc },
      { appleId: '7', isrc: 'QZABC2600002' },
    ],
  ],
])('[N-INP-04] an id is shared by songs %s', (_what, rows) => {
  for (const { names } of marked(...rows)) expect(names.join()).toContain('shared:');
});

test.each<[string, Named[]]>([
  [
    'in one spelling',
    [
      { isrc, title: 'One', artist: 'Ada' },
      { isrc, title: 'ONE ', artist: 'ADA' },
    ],
  ],
  [
    'with and without accents',
    [
      { isrc, title: 'Été' },
      { isrc, title: 'Ete' },
      { isrc, title: 'ÉTE' },
    ],
  ],
  [
    'once without a title',
    [{ isrc, title: 'One', artist: 'Ada' }, { isrc }, { isrc, title: 'N/A' }],
  ],
  [
    'at Apple in two releases',
    [
      { appleId: '7', isrc },
      { appleId: '8', isrc },
      { appleId: '7', isrc },
    ],
  ],
  [
    'with our id in two recordings',
    [
      { contentId: 'x', isrc },
      { contentId: 'x', isrc: 'QZABC2600002' },
    ],
  ],
])('an id is not shared by one song %s', (_what, rows) => {
  for (const { names } of marked(...rows)) expect(names.join()).not.toContain('shared:');
});
