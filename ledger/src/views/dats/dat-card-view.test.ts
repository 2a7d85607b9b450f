import { expect, test } from 'vitest';
import { manyAssets, storedData } from '../../../testing/stored-world.ts';
import { readStoredData } from '../../snapshot.ts';
import { datCardView } from './dat-card-view.ts';

test.each([
  [1_234_567, '1,234,567'],
  [0, '0'],
  [undefined, undefined],
])('[R-DAT-01] total streams of %s are shown as %s on a card', (total, shown) => {
  const [dat] = readStoredData(storedData(manyAssets(1))).dats;
  if (!dat) throw new Error('No work');
  expect(datCardView(dat, 'card', total).totalStreams).toBe(shown);
});
