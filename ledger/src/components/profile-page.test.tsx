import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { aStoredAsset, storedData } from '../../testing/stored-world.ts';
import { readStoredData } from '../snapshot.ts';
import { datView } from '../views/dat/dat-view.ts';
import { profileView } from '../views/dats/profile-view.ts';
import { ProfilePage } from './profile-page.tsx';

function pageWith(change: object) {
  const stored = { ...aStoredAsset(1, { creatorProfileURL: '/portraits/one.webp' }), ...change };
  const { dats } = readStoredData(storedData([stored]));
  const profile = profileView('artist1', dats);
  const [dat] = dats;
  if (!profile || !dat) throw new Error('unreachable: there is one work');
  return { markup: renderToStaticMarkup(<ProfilePage profile={profile} />), dat: datView(dat) };
}

test('[N-PPL-03] the page of an artist who has closed their account says so, has no picture, and nobody follows it', () => {
  const before = pageWith({});
  expect(before.markup).toContain('/portraits/one.webp');
  expect(before.markup).toContain('/follow/artist1');
  expect(before.markup).not.toContain('closed');
  expect(before.dat.creator).toMatchObject({ isGone: false, picture: '/portraits/one.webp' });

  const after = pageWith({ isCreatorGone: true });
  expect(after.markup).toContain('This artist has closed their account.');
  expect(after.markup).toContain('Artist 1');
  expect(after.markup).not.toContain('/portraits/');
  expect(after.markup).not.toContain('/follow/');
  expect(after.dat.creator).toMatchObject({ isGone: true, picture: undefined });
});
