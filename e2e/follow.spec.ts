import { randomBytes } from 'node:crypto';
import { storeNewProfile, storeNewUser } from '@datchain/shared/contracts/documents/new-user.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { expectAccessible } from './support/axe.ts';
import { releaseDat } from './support/editions.ts';
import { expect, test } from './support/fixtures.ts';

test('[N-PPL-07] a fan follows an artist; a new work rings their bell once, and not after they have left', {
  tag: '@small',
}, async ({ page, admin, stack, signIn, newAccount }) => {
  const [artist, fan] = [await newAccount(), await newAccount()];
  const username = `e2e${randomBytes(4).toString('hex')}`;
  const profile = {
    ...{ uid: artist.uid, email: artist.email, username, name: username },
    ...{ accountType: 'Artist' as const, artistName: 'The Undertow', city: '', country: 'US' },
    ...{ state: '', profileImageUrl: '' },
  };
  const { firestore } = admin;
  await firestore.doc(docs.user(artist.uid)).set(storeNewUser(profile, Date.now()));
  await firestore.doc(docs.publicProfile(artist.uid)).set(storeNewProfile(profile));
  await firestore.doc(docs.username(username)).set({ uid: artist.uid });
  const main = page.getByRole('main');
  const release = (song: string) =>
    releaseDat(admin, { editions: 2, priceCents: 1_000, creatorUid: artist.uid, song });
  const news = main.getByRole('listitem');

  await signIn(page, fan);
  await page.goto(`/follow/${username}`);
  await expect(main).toContainText('0 followers.');
  await main.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(main).toContainText('1 follower. You follow them');
  await expectAccessible(page, 'following an artist');

  const first = await release('First of Two');
  for (const _ of [1, 2]) await stack.runScheduled('tellFollowersJob');
  await page.goto('/notifications');
  await expect(news).toHaveCount(1);
  await expect(news).toContainText('First of Two');

  await page.goto(`/follow/${username}`);
  await main.getByRole('button', { name: 'Unfollow' }).click();
  await expect(main).toContainText('0 followers. We can tell you');
  const second = await release('Second of Two');
  await stack.runScheduled('tellFollowersJob');
  await page.goto('/notifications');
  await expect(news).toHaveCount(1);
  for (const dat of [first, second]) await dat.remove();
});
