import { readAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EditionEarnings } from '../../components/edition-earnings.tsx';
import { editionEarned } from './edition-earned.ts';

const edition = (number: number, royalties = 2.5) => ({
  edition: number,
  price: 25,
  isForSale: true,
  royalties,
  currentOwnerId: 'ana',
});
const dat = (...editions: object[]) =>
  readAsset({ id: 'salt', SongName: 'Salt', creatorId: 'ana', editions }, 'row') as Dat;
const salt = dat(edition(1), edition(2));
const figures = { totalStreams: 8_696, platforms: {}, bookedUsd: 41.192 };

test('[N-EXP-04] one edition has its share of the 5% of what all streams brought, and of each 1,000', () => {
  expect(editionEarned(salt, figures)).toEqual({
    share: '2.5%',
    sharedPart: '5%',
    soFar: { brought: '$41.192', shared: '$2.06', oneEdition: '$0.051' },
    madeOf: [],
    waiting: undefined,
    unpaid: undefined,
    rates: [
      {
        name: 'Spotify',
        aStream: '$0.004',
        brought: '$4.00',
        shared: '$0.20',
        oneEdition: '$0.005',
      },
      {
        name: 'Apple Music',
        aStream: '$0.007',
        brought: '$7.00',
        shared: '$0.35',
        oneEdition: '$0.009',
      },
      {
        name: 'Amazon Music',
        aStream: '$0.004',
        brought: '$4.00',
        shared: '$0.20',
        oneEdition: '$0.005',
      },
    ],
  });
});

test('[N-EXP-04] the earnings of a work open to count × rate of each platform, which add up to it', () => {
  const platforms = {
    spotify: { total: 8_000, series: {}, waiting: 1_000 },
    apple_music: { total: 1_500, series: {} },
    spndat: { total: 448, series: {} },
  };
  const madeOf = (bookedUsd: number) =>
    editionEarned(salt, { totalStreams: 9_948, platforms, bookedUsd })?.madeOf.map(
      ({ name, brought }) => `${name} = ${brought}`,
    );
  const counted = [
    'So far, 7,000 on Spotify × $0.004 = $28.00',
    'So far, 1,500 on Apple Music × $0.007 = $10.50',
  ];
  expect(madeOf(38.5)).toEqual(counted);
  expect(madeOf(30.5)).toEqual([...counted, 'So far, older days and corrections = −$8.00']);
  const earned = editionEarned(salt, { totalStreams: 9_948, platforms, bookedUsd: 38.5 });
  expect(renderToStaticMarkup(<EditionEarnings earned={earned} />)).toContain('7,000 on Spotify');
});

test('[N-EXP-04] without figures nothing is shown as earned, and tiny earnings are "Under $0.001"', () => {
  expect(editionEarned(salt)?.soFar).toBeUndefined();
  expect(editionEarned(salt, { totalStreams: 0, platforms: {} })?.soFar).toBeUndefined();
  // $0.37 for all is $0.0004 for one.
  expect(editionEarned(salt, { ...figures, bookedUsd: 0.37 })?.soFar?.oneEdition).toBe(
    'Under $0.001',
  );
  expect(editionEarned(dat())).toBeUndefined();
  expect(editionEarned(dat(edition(1), edition(2, 5)))).toBeUndefined();
});

test('[N-FIG-03] the page shows streams that wait to be shared, and names streams that earn nothing', () => {
  const late = {
    totalStreams: 13_362,
    platforms: {
      spotify: { total: 12_914, series: {}, waiting: 10_914 },
      spndat: { total: 448, series: {} },
    },
  };
  // 10,914 × $0.004 × 5% × 2.5%.
  expect(editionEarned(salt, late)).toMatchObject({
    soFar: { brought: '$0.00', shared: '$0.00', oneEdition: '$0.00' },
    waiting: { brought: '$43.656', shared: '$2.183', oneEdition: '$0.055' },
    unpaid: '448 on spndat, our own player, earn nothing.',
  });
  const page = renderToStaticMarkup(<EditionEarnings earned={editionEarned(salt, late)} />);
  expect(page).toContain('Waits to be shared');
  expect(page).toContain('shared with whoever held each edition on that day');
  // Days that are older than two years are counted, and neither shared nor waiting.
  const shared = { ...late, platforms: { spotify: { total: 12_914, series: {} } }, bookedUsd: 8 };
  expect(editionEarned(salt, shared)?.waiting).toBeUndefined();
});

test('[N-EXP-04] the page says that past earnings are not a promise', () => {
  const drawn = (shown: typeof figures | undefined) =>
    renderToStaticMarkup(<EditionEarnings earned={editionEarned(salt, shown)} />);
  expect(drawn(figures)).toContain('Past earnings are not a promise.');
  expect(drawn(figures)).toContain('$0.051');
  expect(drawn(undefined)).toContain('Streams show here about two days later.');
  expect(renderToStaticMarkup(<EditionEarnings earned={undefined} />)).toBe('');
});
