import { setOperator } from '@datchain/functions/operators/operators.ts';
import { services } from '@datchain/functions/services.ts';
import { purchaseEdition } from '@datchain/shared/contracts/calls/editions.ts';
import { followArtist } from '@datchain/shared/contracts/calls/follow.ts';
import { processPayout } from '@datchain/shared/contracts/calls/payouts.ts';
import { listTokens } from '@datchain/shared/contracts/calls/tokens.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { StackHandle } from '@datchain/stack/control.ts';
import type { BrowserContextOptions } from '@playwright/test';
import { asMember, createAccount, removeAccounts } from './accounts.ts';
import type { Admin } from './admin.ts';
import { callDone } from './calls.ts';
import { fundPayouts, giveEarnings, leaveForm } from './earnings.ts';
import { type OwnDat, releaseDat } from './editions.ts';
import { test as base, expect, type OwnAccount } from './fixtures.ts';
import { Market } from './market.ts';

/**
 * A fan with content on every screen of the portal, who is also an operator, with a signed-in
 * browser.
 */
export type Holder = OwnAccount & {
  username: string;
  artist: string;
  /** A block of $0.50 with 400 tokens left in stock. */
  blockId: string;
  /** An order of 20 tokens that waits for its payment. */
  orderId: string;
  /** The order of their tokens: 600 for $300. */
  paidOrderId: string;
  /** The history entry of the purchase of `owned`. */
  purchaseId: string;
  /** A sold-out DAT of one edition, bought from its creator for $10. */
  owned: OwnDat;
  /** A DAT of one edition at $10, for sale by its creator. */
  offered: OwnDat;
  storage: Exclude<BrowserContextOptions['storageState'], string | undefined>;
};

/**
 * The figures on a holder's screens: $300 of tokens less $10 spent and $5 listed, $25 paid out with
 * a notification, and the followed artist.
 */
export const held = {
  utility: '$285.00',
  rewards: '3',
  earnings: /^\$7\d\.\d\d/,
  availableNow: '$40.00',
  availableLater: '$9.75',
  artistName: 'North Quay',
};

type World = { stack: StackHandle; admin: Admin; market: Market };

async function purchaseOf({ firestore }: Admin, uid: string): Promise<string> {
  const bought = firestore.collection(docs.movements(uid)).where('kind', '==', 'edition-bought');
  const ids = async () => (await bought.get()).docs.map(({ id }) => id);
  await expect.poll(ids).toHaveLength(1);
  return (await ids())[0] ?? '';
}

async function equip({ stack, admin, market }: World, account: OwnAccount) {
  const [owned, offered] = await Promise.all([
    // Both names fit on one line of every phone.
    releaseDat(admin, { editions: 1, priceCents: 1_000, song: 'Undertow' }),
    releaseDat(admin, { editions: 1, priceCents: 1_000, song: 'Farewell' }),
    setOperator(services(), account.uid, true),
  ]);
  const blockId = await market.newBlock(50, 1_020);
  const paidOrderId = await market.buy(account, { blockId, qty: 600 });
  const edition = { datId: owned.id, editionNumber: 1, expectedPrice: 10 };
  await callDone(stack, account, purchaseEdition.name, edition);
  await callDone(stack, account, listTokens.name, { blockId: '50', qty: 10 });
  await giveEarnings(account, { 9: 65, 1: 9.75 }, { rewardQty: 3 });
  await leaveForm({ stack, market }, account, 'enabled');
  await fundPayouts(market);
  await callDone(stack, account, processPayout.name, { payoutAmount: 25, source: 'credits' });
  const { orderId } = await market.reserve(account, { blockId, qty: 20 });
  const purchaseId = await purchaseOf(admin, account.uid);
  return { blockId, orderId, paidOrderId, purchaseId, owned, offered };
}

export async function createHolder(world: World) {
  const { admin, market } = world;
  const account = await asMember(admin, await createAccount(admin));
  const artist = await asMember(admin, await createAccount(admin), held.artistName);
  const things = await equip(world, account);
  const { username } = artist;
  await callDone(world.stack, account, followArtist.name, { username, isWanted: true });
  const end = async () => {
    await market.close([account]);
    await Promise.all([things.owned.remove(), things.offered.remove()]);
    await setOperator(services(), account.uid, false);
    await removeAccounts(admin, [account, artist]);
  };
  return { ...account, ...things, artist: username, end };
}

/**
 * Tests in a browser signed in as a holder, one per worker: they must not change the holder's data.
 */
export const test = base.extend<object, { holder: Holder }>({
  holder: [
    async ({ stack, admin, browser }, use) => {
      const { end, ...holder } = await createHolder({
        stack,
        admin,
        market: new Market(stack, admin),
      });
      const context = await browser.newContext({ baseURL: stack.addresses.hosting });
      const page = await context.newPage();
      await page.goto('/login');
      await page.getByLabel('E-mail').fill(holder.email);
      await page.getByLabel('Password').fill(holder.password);
      await page.getByRole('button', { name: 'LOG IN' }).click();
      await page.waitForURL('**/home');
      const storage = await context.storageState();
      await context.close();
      await use({ ...holder, storage });
      await end();
    },
    { scope: 'worker' },
  ],
  storageState: async ({ holder }, use) => use(holder.storage),
});

export { expect };
