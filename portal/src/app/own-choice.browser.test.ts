import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { expect } from '@playwright/test';
import { test } from 'vitest';
import { portalSite } from '../testing/portal-site.ts';

const portal = portalSite();

const user = { uid: 'fan', email: 'fan@dats.test' };
const follow = (isFollowed: boolean) => ({
  result: { isFollowed, followers: isFollowed ? 5 : 4, name: 'Ada Okonjo' },
});
const wish = (isWanted: boolean, isForSale = false) => ({
  result: { isWanted, isForSale, song: 'Night Bus to Lagos' },
});

type Result = { readonly result: unknown };

async function follows(
  [from, to, call]: readonly [from: string, to: string, call: string],
  before: Result,
  after = before,
) {
  const first = Promise.withResolvers<Result>();
  const opened = await portal.open('/login', { user, calls: { [call]: first.promise } });
  const { page, asked, answer } = opened;
  const { origin } = new URL(page.url());
  await page.goto(origin + to, { referer: from.startsWith('/') ? origin + from : from });
  await expect.poll(() => asked.length).toBe(1);
  answer(call, after);
  first.resolve(before);
  return opened;
}

const choicesIn = (asked: readonly { name: string; input: unknown }[]) =>
  asked.flatMap(({ input }) => {
    const { isWanted } = input as { isWanted?: boolean };
    return isWanted === undefined ? [] : [isWanted];
  });

test('[N-PPL-07] Follow on a public page takes one press and has an Undo', async () => {
  const { page, asked, answer } = await follows(
    ['/profile/ada', '/follow/ada', 'followArtist'],
    follow(false),
    follow(true),
  );
  await expect(page.getByText('5 followers. You follow them')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to @ada' })).toBeVisible();
  expect(choicesIn(asked)).toEqual([true]);
  expect(await axeFaults(page)).toEqual([]);
  answer('followArtist', follow(false));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  expect(choicesIn(asked)).toEqual([true, false]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  expect(choicesIn(asked)).toEqual([true, false]);
});

test.each(['https://evil.example/profile/ada', '', '/profile/mallory', '/account'])(
  '[N-PPL-07] a link from "%s" follows nobody by itself',
  async (from) => {
    const { page, asked } = await follows([from, '/follow/ada', 'followArtist'], follow(false));
    await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeEnabled();
    expect(choicesIn(asked)).toEqual([]);
  },
);

test('[N-PPL-07] Follow on the page of a work changes nothing for somebody who follows already', async () => {
  const { page, asked } = await follows(
    ['/viewdat/bus', '/follow/ada', 'followArtist'],
    follow(true),
  );
  await expect(page.getByRole('button', { name: 'Unfollow' })).toBeEnabled();
  expect(choicesIn(asked)).toEqual([]);
});

test('[N-PPL-13] Tell me on a work’s page takes one press, and does nothing if an edition is for sale', async () => {
  const to = ['/viewdat/bus', '/tell/bus', 'tellWhenForSale'] as const;
  const { page, asked } = await follows(to, wish(false), wish(true));
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(choicesIn(asked)).toEqual([true]);
  const sold = await follows(to, wish(false, true));
  await expect(sold.page.getByRole('link', { name: 'See its page' })).toBeVisible();
  expect(choicesIn(sold.asked)).toEqual([]);
});
