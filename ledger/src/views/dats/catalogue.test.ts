import { readLastReported, readStreamTotals } from '@datchain/shared/contracts/dats-index.ts';
import { expect, test } from 'vitest';
import { type CatalogueEntry, catalogueRow, readCatalogue, writeCatalogue } from './catalogue.ts';

const entry = (id: string, totalStreams: number | undefined): CatalogueEntry => ({
  id,
  songName: id,
  artistName: 'Ana',
  creatorUsername: 'ana',
  artworkUrl: '',
  tier: 'Bronze',
  genres: [],
  marks: [],
  priceCents: undefined,
  totalStreams,
  preview: `${id}-01234567.mp3`,
  isExplicit: id === 'red',
});

test('[R-WAL-03] the wallet reads the ledger’s total streams, and no total for a work without one', () => {
  const written = writeCatalogue(
    [entry('blue', 48_210), entry('red', undefined), entry('low', 0)].map(catalogueRow),
  );
  const totals = readStreamTotals(JSON.parse(JSON.stringify(written)));
  expect([...totals]).toEqual([
    ['blue', 48_210],
    ['low', 0],
  ]);
});

test('[N-FIG-03] the desk reads the last day that each platform reported for each of the artist’s works', () => {
  const reported = {
    blue: { spotify: '2026-11-14', apple_music: '2026-10-14' },
    red: { spotify: '2026-11-14' },
    low: undefined,
  };
  const rows = (['blue', 'red', 'low'] as const).map((id) => ({
    ...catalogueRow(entry(id, 7)),
    reported: reported[id],
  }));
  const index = JSON.parse(JSON.stringify(writeCatalogue(rows)));
  expect(readLastReported(index, new Set(['blue', 'low']))).toEqual([
    { datId: 'blue', platform: 'spotify', upTo: '2026-11-14' },
    { datId: 'blue', platform: 'apple_music', upTo: '2026-10-14' },
  ]);
  expect(readLastReported(index, new Set(['red']))).toEqual([
    { datId: 'red', platform: 'spotify', upTo: '2026-11-14' },
  ]);
  expect(readLastReported(null, new Set(['red']))).toEqual([]);
});

test('a written catalogue reads back unchanged, with explicit works', () => {
  const entries = ['blue', 'red', 'low'].map((id) => entry(id, 7));
  const read = readCatalogue(JSON.parse(JSON.stringify(writeCatalogue(entries.map(catalogueRow)))));
  expect(read).toMatchObject(entries);
});
