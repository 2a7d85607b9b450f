import { randomBytes } from 'node:crypto';
import { mintEntry } from '@datchain/functions/journal/entries/editions.ts';
import { services } from '@datchain/functions/services.ts';
import { purchaseEdition, setEditionForSale } from '@datchain/shared/contracts/calls/editions.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import type { StackHandle } from '@datchain/stack/control.ts';
import { expect } from '@playwright/test';
import { aStoredAsset } from '../../ledger/testing/stored-world.ts';
import { aPng, putObject } from '../server/uploads.ts';
import type { Account } from './accounts.ts';
import type { Admin } from './admin.ts';
import { callDone } from './calls.ts';
import type { OwnAccount } from './fixtures.ts';
import type { Market } from './market.ts';

export interface OwnDat {
  readonly id: string;
  readonly creatorUid: string;
  remove(): Promise<void>;
}

export async function nameAccount({ firestore }: Admin, uid: string): Promise<string> {
  const username = `e2e${randomBytes(4).toString('hex')}`;
  await firestore.doc(docs.publicProfile(uid)).set({ username, profileImageUrl: '' });
  return username;
}

type OwnRelease = {
  editions: number;
  priceCents: number;
  creatorUid?: string;
  song?: string;
};

export async function releaseDat(admin: Admin, release: OwnRelease): Promise<OwnDat> {
  const { editions, priceCents } = release;
  const id = `e2e-${randomBytes(5).toString('hex')}`;
  const creatorUid = release.creatorUid ?? `${id}-creator`;
  const username = await nameAccount(admin, creatorUid);
  const minted = await services().books.commit(
    mintEntry({ datId: id, creatorUid, editions, priceCents, sharePpm: 25_000 }),
  );
  if (isRefusal(minted)) throw new Error(minted.message);
  const row = aStoredAsset(0, {
    id,
    SongName: release.song ?? `Song ${id}`,
    ArtworkURL: await putObject({
      path: `dat_artwork/${id}.png`,
      bytes: aPng(),
      contentType: 'image/png',
      uploader: creatorUid,
    }),
    creatorId: creatorUid,
    creatorUsername: username,
    creatorProfileURL: '',
    releaseTimestamp: Date.now(),
    editions: [],
  });
  // A separate summary page, because other tests count those of the demo world.
  const page = admin.firestore.doc(`${docs.assetsSummaries}/${id}`);
  await page.set({ assets: [row] });
  await services().projector.projectWhole([`dat:${id}`]);
  // The summaries are updated after the live values.
  const shown = async () => (await page.get()).get('assets')[0].editions.length;
  await expect.poll(shown).toBe(editions);
  return { id, creatorUid, remove: async () => void (await page.delete()) };
}

export async function giveTokens(market: Market, account: OwnAccount, usd: number): Promise<void> {
  const blockId = await market.newBlock(50, usd * 2);
  await market.buy(account, { blockId, qty: usd * 2 });
}

/** Buys an edition from another device; the price is in dollars. */
export async function buyEdition(
  stack: StackHandle,
  account: Account,
  edition: { datId: string; editionNumber: number; expectedPrice: number },
): Promise<void> {
  await callDone(stack, account, purchaseEdition.name, edition);
}

/** Offers an own edition from another device; the price is in dollars. */
export async function offer(
  stack: StackHandle,
  account: Account,
  edition: { datId: string; editionNumber: number; newPrice: number },
): Promise<void> {
  await callDone(stack, account, setEditionForSale.name, edition);
}
