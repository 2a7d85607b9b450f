import type { Page } from '@playwright/test';
import { asMember } from './support/accounts.ts';
import { expectAccessible } from './support/axe.ts';
import { buyEdition, giveTokens, releaseDat } from './support/editions.ts';
import { expect, test } from './support/fixtures.ts';
import { Network } from './support/network.ts';

test('[N-PPL-07] a fan follows an artist; a new work rings their bell once, and not after they have left', {
  tag: '@small',
}, async ({ page, admin, stack, consoleGuard, signIn, newAccount }) => {
  consoleGuard.expect(/ERR_FAILED.*(followArtist|choose)/);
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

  // Pressed on a public page it is done there, without another page.
  await openWithChoices(page, `/viewdat/${second.id}`);
  const follow = main.getByRole('link', { name: 'Follow this artist' });
  const undo = main.getByRole('button', { name: 'Undo' });
  await follow.focus();
  await follow.press('Enter');
  await expect(main.getByRole('status')).toContainText(['You follow The Undertow.']);
  await expect(follow).toBeHidden();
  await expect(undo).toBeFocused();
  await expectAccessible(page, 'an artist that was followed in place');
  expect(page.url()).toContain(`/viewdat/${second.id}`);
  // The built page knows nothing of it; this browser does.
  await page.reload();
  await expect(main.getByRole('status')).toContainText(['You follow The Undertow.']);
  await expect(follow).toBeHidden();
  await undo.click();
  await expect(follow).toBeVisible();
  await expect(main).not.toContainText('You follow');
  await openWithChoices(page, `/viewdat/${second.id}`);
  await expect(follow).toBeVisible();
  await follow.click();
  await expect(undo).toBeVisible();
  await undo.press('Enter');
  await expect(follow).toBeFocused();

  // Where the calls are not answered it stays as it was, and says so.
  const network = await Network.of(page, stack, ['functions']);
  network.cut();
  await follow.click();
  await expect(main).toContainText('This could not be saved. Try again.');
  await expect(follow).toBeVisible();
  network.open();
  await follow.click();
  await expect(main).toContainText('You follow The Undertow.');
  await expect(main.getByText('This could not be saved.')).toBeHidden();
  await undo.click();
  await expect(follow).toBeVisible();

  // Where its script cannot be loaded the press leads to the portal, which has done it then.
  await page.route(/\/choose\./, (route) => route.abort());
  await page.goto(`/viewdat/${second.id}`);
  await follow.click();
  await expect(main).toContainText('1 follower. You follow them');
  await main.getByRole('button', { name: 'Undo' }).click();
  await expect(main).toContainText('0 followers. We can tell you');
  for (const dat of [first, second]) await dat.remove();
});

test('[N-FST-08] a fan asks on the page of a work to be told when one is for sale, and takes it back', {
  tag: '@small',
}, async ({ page, admin, stack, market, signIn, newAccount }) => {
  const [owner, fan] = [await newAccount(), await newAccount()];
  const dat = await releaseDat(admin, { editions: 1, priceCents: 1_000, song: 'None for Sale' });
  await giveTokens(market, owner, 10);
  await buyEdition(stack, owner, { datId: dat.id, editionNumber: 1, expectedPrice: 10 });
  await signIn(page, fan);
  await openWithChoices(page, `/viewdat/${dat.id}`);
  const main = page.getByRole('main');
  const tell = main.getByRole('link', { name: 'Tell me when one is for sale' });
  await tell.click();
  await expect(main).toContainText('We will tell you once when one is for sale.');
  await expectAccessible(page, 'a wish that was made in place');
  await page.reload();
  await expect(main).toContainText('We will tell you once when one is for sale.');
  await expect(tell).toBeHidden();
  await main.getByRole('button', { name: 'Undo' }).click();
  await expect(tell).toBeVisible();
  await dat.remove();
});

/** Opens a public page and waits until its presses are answered in place. */
async function openWithChoices(page: Page, path: string): Promise<void> {
  const script = page.waitForResponse(/\/(reader|choices)\.[^/]*\.js$/);
  await page.goto(path);
  await page.evaluate((url) => import(url), (await script).url());
}
