import { asMember } from './support/accounts.ts';
import { expectAccessible } from './support/axe.ts';
import { releaseDat } from './support/editions.ts';
import { expect, test } from './support/fixtures.ts';

test('[N-PPL-07] a fan follows an artist; a new work rings their bell once, and not after they have left', {
  tag: '@small',
}, async ({ page, admin, stack, signIn, newAccount }) => {
  const artist = await asMember(admin, await newAccount(), 'The Undertow');
  const fan = await newAccount();
  const main = page.getByRole('main');
  const release = (song: string) =>
    releaseDat(admin, {
      ...{ editions: 2, priceCents: 1_000, song },
      ...{ creatorUid: artist.uid, creatorUsername: artist.username },
    });
  const news = main.getByRole('listitem');

  await signIn(page, fan);
  await page.goto(`/follow/${artist.username}`);
  await expect(main).toContainText('0 followers.');
  await main.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(main).toContainText('1 follower. You follow them');
  await expectAccessible(page, 'following an artist');

  const first = await release('First of Two');
  for (const _ of [1, 2]) await stack.runScheduled('tellFollowersJob');
  await page.goto('/notifications');
  await expect(news).toHaveCount(1);
  await expect(news).toContainText('First of Two');

  await page.goto(`/follow/${artist.username}`);
  await main.getByRole('button', { name: 'Unfollow' }).click();
  await expect(main).toContainText('0 followers. We can tell you');
  const second = await release('Second of Two');
  await stack.runScheduled('tellFollowersJob');
  await page.goto('/notifications');
  await expect(news).toHaveCount(1);

  // Pressed on a public page it is done: there is no second button.
  await page.goto(`/viewdat/${second.id}`);
  await main.locator(`a[href="/follow/${artist.username}"]`).click();
  await expect(main).toContainText('1 follower. You follow them');
  await main.getByRole('button', { name: 'Undo' }).click();
  await expect(main).toContainText('0 followers. We can tell you');
  for (const dat of [first, second]) await dat.remove();
});
