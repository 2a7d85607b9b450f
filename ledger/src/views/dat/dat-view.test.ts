import { expect, test } from 'vitest';
import { aStoredAsset, storedData } from '../../../testing/stored-world.ts';
import { readStoredData } from '../../snapshot.ts';
import { datView } from './dat-view.ts';

function viewOf(changes: Record<string, unknown> = {}) {
  const [dat] = readStoredData(storedData([aStoredAsset(0, changes)])).dats;
  if (!dat) throw new Error('The row was not read');
  return datView(dat);
}

test('[R-VIEW-03] the .com of the chain is not added twice, and a missing release date is a dash', () => {
  expect(viewOf({ chain: 'datchain.com', releaseTimestamp: null })).toMatchObject({
    chain: 'datchain.com',
    released: '–',
  });
});

test('a name that appears twice in a category is shown once', () => {
  const producers = [
    { id: 'a', tag: 'Joe' },
    { id: 'b', tag: ' Joe ' },
  ];
  expect(viewOf({ producers }).credits[1]?.names).toEqual([{ text: 'Joe' }]);
});

test('[R-VIEW-02] the creator leads to the profile; a work that names no creator leads nowhere', () => {
  expect(viewOf().creator).toMatchObject({ href: '/profile/artist0', username: 'artist0' });
  expect(viewOf({ creatorUsername: '' }).creator).toMatchObject({ href: undefined, username: '–' });
});
