import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { expect, type Holder, test } from '@datchain/testing/browsers/holder.ts';
import { refuseDocuments, refuseListener } from '@datchain/testing/browsers/live-wire.ts';
import { figure } from '@datchain/testing/browsers/purchase.ts';
import type { Locator, Page } from '@playwright/test';
import { expectReads } from './reading.ts';
import { heldScreens } from './screens.ts';

test.describe.configure({ mode: 'parallel' });

type Refused = {
  readonly screen: string;
  readonly what: string;
  /** The path in the Realtime Database, or else in Firestore. */
  readonly live?: (holder: Holder) => string;
  readonly docs?: (holder: Holder) => string;
  readonly says: string | RegExp;
  readonly figure?: readonly [label: string, text: string];
};

const missing =
  /^Some figures could not be loaded(; (in Earnings they count|earnings show) as zero)?\. Trying again\.$/;

const table: readonly Refused[] = [
  {
    screen: 'the wallet',
    what: 'the tokens',
    live: ({ uid }) => live.utilityWallet(uid),
    says: missing,
    figure: ['Utility tokens (USD)', '–'],
  },
  {
    screen: 'the wallet',
    what: 'the reward tokens',
    live: ({ uid }) => live.rewardWallet(uid),
    says: missing,
    figure: ['datchain token rewards', '–'],
  },
  {
    screen: 'the wallet',
    what: 'the value of a reward token',
    live: () => live.metrics,
    says: missing,
    figure: ['Value per datchain token', '–'],
  },
  {
    screen: 'the wallet',
    what: 'the editions',
    docs: ({ uid }) => docs.wallet(uid),
    says: missing,
  },
  {
    screen: 'the history',
    what: 'the list of movements',
    docs: ({ uid }) => docs.movements(uid),
    says: 'The history could not be loaded. Trying again.',
  },
  {
    screen: 'the receipt of an edition',
    what: 'the purchase',
    docs: ({ uid, purchaseId }) => docs.movement(uid, purchaseId),
    says: 'The receipt could not be loaded. Trying again.',
  },
  {
    screen: 'an owned DAT',
    what: 'the editions',
    docs: ({ uid }) => docs.wallet(uid),
    says: missing,
    figure: ['Owned Editions', '–'],
  },
  {
    screen: 'an owned DAT',
    what: 'the released works',
    docs: () => docs.assetsSummaries,
    says: missing,
  },
  {
    screen: 'a block',
    what: 'the block',
    live: ({ blockId }) => live.tokenBlock(blockId),
    says: 'Loading block data…',
  },
  {
    screen: 'the cash-out',
    what: 'the payouts',
    docs: () => docs.payouts,
    says: 'Past payouts could not be loaded. Trying again.',
  },
  {
    screen: 'an edition for sale',
    what: 'the released works',
    docs: () => docs.assetsSummaries,
    says: 'The edition could not be loaded. Trying again.',
  },
  {
    screen: 'the notifications',
    what: 'the list',
    docs: ({ uid }) => docs.notifications(uid),
    says: 'Notifications could not be loaded. Trying again.',
  },
  {
    screen: 'the notifications',
    what: 'the mark of what was read',
    docs: ({ uid }) => docs.notificationSettings(uid),
    says: 'Your read notifications could not be loaded. Trying again.',
  },
];

const sentence = (page: Page, { says }: Refused): Locator => page.getByRole('main').getByText(says);

async function expectFallback(page: Page, row: Refused): Promise<void> {
  await expect(sentence(page, row)).toBeVisible();
  if (row.figure) await expect(figure(page, row.figure[0])).toHaveText(row.figure[1]);
}

type Refusal = { end: () => void | Promise<void>; revoke?: () => void };

async function refuse(page: Page, { live, docs }: Refused, holder: Holder): Promise<Refusal> {
  if (live) return refuseListener(page, live(holder));
  return { end: await refuseDocuments(page, docs?.(holder) ?? '') };
}

for (const row of table) {
  const screen = heldScreens.find(({ name }) => name === row.screen);
  if (!screen) throw new Error(row.screen);

  test(`${row.screen} says so in its place when ${row.what} may not be read, and recovers without a reload`, {
    tag: ['@once', '@long'],
  }, async ({ page, holder, consoleGuard }) => {
    consoleGuard.expect(/permission_denied|Permission denied/);
    const { revoke, end } = await refuse(page, row, holder);
    await page.goto(screen.path(holder));
    await expectFallback(page, row);
    await end();
    await expectReads({ page, holder, screen }, 'arrived');
    await expect(sentence(page, row)).toHaveCount(0);
    if (!revoke) return;
    revoke();
    await expectFallback(page, row);
    await end();
    await expectReads({ page, holder, screen }, 'arrived');
  });
}
