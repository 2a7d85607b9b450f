import { describe, expect, test } from 'vitest';
import { currentMark, externalMarketplaces, menu, type PageEntry, sessionEntries } from './site.ts';

const entry = (label: string) =>
  [...menu, ...sessionEntries].find((candidate) => candidate.label === label) as PageEntry;

describe('the menu', () => {
  test('lists its entries in their order', () => {
    expect([...menu, ...sessionEntries].map(({ label }) => label)).toEqual([
      'TOKENS',
      'DATS',
      'WALLET',
      'RELEASE',
      'TDC MARKET PLACE',
      'ABOUT',
      'LOG IN',
      'LOG OUT',
    ]);
  });

  test('leads to a music site, a label, a ticket site, a video site and three artists', () => {
    expect(externalMarketplaces.map(({ kind }) => kind)).toEqual([
      'Music',
      'Label',
      'Tickets',
      'Video',
      'Artist',
      'Artist',
      'Artist',
    ]);
    expect(new Set(externalMarketplaces.map(({ href }) => href)).size).toBe(7);
  });

  test.each([
    ['TOKENS', '/home', 'page'],
    ['TOKENS', '/home/', 'page'],
    ['TOKENS', '/tdc/block/36', 'true'],
    ['DATS', '/viewdat/night-bus', 'true'],
    ['DATS', '/datsomething', undefined],
    ['WALLET', '/wallet', 'page'],
    ['WALLET', '/cashout', 'true'],
    ['RELEASE', '/view-dat-submission', 'true'],
    ['ABOUT', '/', undefined],
  ])('%s at %s is marked %s', (label, path, mark) => {
    expect(currentMark(entry(label), path)).toBe(mark);
  });
});
