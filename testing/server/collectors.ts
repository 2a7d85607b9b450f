import { randomUUID } from 'node:crypto';
import {
  buyEditionEntry,
  listEditionEntry,
  mintEntry,
} from '@datchain/functions/journal/entries/editions.ts';
import {
  openingWalletEntry,
  queueTokensEntry,
} from '@datchain/functions/journal/entries/tokens.ts';
import type { Entry } from '@datchain/functions/journal/entry.ts';
import { services } from '@datchain/functions/services.ts';
import { setDocuments } from '@datchain/functions/stores/bulk.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { accepted } from './accepted.ts';
import type { Fan, market } from './market.ts';

const TOKEN_CENTS = 50;

/** Writes an entry into the books. @throws when it is refused */
export async function commit<T>(entry: Entry<T>): Promise<T> {
  const outcome = await accepted(services().books.commit(entry));
  return outcome.result;
}

export function collectors(m: ReturnType<typeof market>) {
  /** Makes a fan with tokens worth `usd`; `spentUsd` counts towards rewards. */
  const fanWith = async (usd: number, spentUsd = 0): Promise<Fan> => {
    const fan = await m.signUp();
    const qty = (usd * 100) / TOKEN_CENTS;
    const block = { blockId: String(TOKEN_CENTS), priceCents: TOKEN_CENTS };
    const lot = { ...block, qty, faceMicros: usd * 1_000_000 };
    await commit(
      openingWalletEntry({
        uid: fan.uid,
        lots: [lot],
        spendCents: spentUsd * 100,
        rewardQty: 0,
        earnedDays: [],
      }),
    );
    return fan;
  };

  /** Makes a released DAT with a public row; its editions earn 2.5% each. */
  const release = async (creator: Fan, editions: number, priceCents = 1_000): Promise<string> => {
    const datId = `dat-${randomUUID()}`;
    const row = { id: datId, SongName: 'Song', creatorId: creator.uid };
    await setDocuments(firestore(), [{ path: `assetsSummary/${datId}`, data: { assets: [row] } }]);
    const terms = { creatorUid: creator.uid, editions, priceCents, sharePpm: 25_000 };
    await commit(mintEntry({ datId, ...terms }));
    return datId;
  };

  /** Makes a fan who owns the only edition of a DAT, bought for $10; listed at $20 on request. */
  const owner = async (listed = false) => {
    const [creator, fan] = [await m.signUp(), await fanWith(10)];
    const datId = await release(creator, 1);
    const purchase = buyEditionEntry({ datId, number: 1, version: 1 }, fan.uid, 1_000);
    await commit(purchase);
    if (listed) await commit(listEditionEntry({ datId, number: 1, version: 2 }, fan.uid, 2_000));
    return { fan, datId, purchaseId: purchase.id };
  };

  const lister = async (priceCents: number): Promise<{ fan: Fan; listingId: string }> => {
    const fan = await fanWith(10);
    const listingId = randomUUID();
    await commit(queueTokensEntry(listingId, fan.uid, priceCents, 20));
    return { fan, listingId };
  };

  return { fanWith, release, owner, lister };
}
