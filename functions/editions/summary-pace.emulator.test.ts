import { docs, live } from '@datchain/shared/contracts/paths.ts';
import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import { committed } from '@datchain/testing/server/accepted.ts';
import { market, until } from '@datchain/testing/server/market.ts';
import { expect, test } from 'vitest';
import { buyEditionEntry, mintEntry } from '../journal/entries/editions.ts';
import { openingPoolEntry, openingWalletEntry } from '../journal/entries/tokens.ts';
import type { Entry } from '../journal/entry.ts';
import { services } from '../services.ts';
import { firestore } from '../stores/firebase.ts';

const m = market();
const DATS = 4;
const EDITIONS = 10;
const PAUSE_MILLIS = 1_000;

const commit = <T>(entry: Entry<T>) => committed(services().books, entry);

test('[M-63] forty sales in a row are shown live at once, and the public summary is written about once a second', async () => {
  const [artist, fan] = [await m.signUp(), await m.signUp()];
  const ids = Array.from({ length: DATS }, (_, n) => `pace-${n}`);
  const summary = firestore().doc(docs.assetsSummary);
  await summary.set({ assets: ids.map((id) => ({ id, SongName: id, creatorId: artist.uid })) });
  await commit(openingPoolEntry(0, 1_000_000));
  const lot = { blockId: '50', priceCents: 50, qty: 1_000, faceMicros: 500_000_000 };
  const wallet = { lots: [lot], spendCents: 0, rewardQty: 0, earnedDays: [] };
  await commit(openingWalletEntry({ uid: fan.uid, ...wallet }));
  const mint = { creatorUid: artist.uid, editions: EDITIONS, priceCents: 1_000, sharePpm: 25_000 };
  for (const datId of ids) await commit(mintEntry({ datId, ...mint }));

  const versions = new Set<string>();
  const stop = summary.onSnapshot(({ updateTime }) => versions.add(String(updateTime?.toMillis())));
  const began = performance.now();
  for (let number = 1; number <= EDITIONS; number++) {
    for (const datId of ids) {
      await commit(buyEditionEntry({ datId, number, version: 1 }, fan.uid, 1_000));
      const shown = await services().live.read(`${live.datLive(datId)}/${number}`);
      expect(shown).toMatchObject({ isForSale: false, wasSold: true });
    }
  }
  const all = Array.from({ length: EDITIONS }, (_, n) => n + 1);
  const rows = async () => readList((await summary.get()).get('assets')).filter(isRecord);
  const isWhole = (found: readonly Record<string, unknown>[]) =>
    found.every(({ ownedEditions }) => String(ownedEditions) === String(all));
  expect(await until(rows, isWhole)).toHaveLength(DATS);
  const seconds = (performance.now() - began) / PAUSE_MILLIS;
  stop();
  // One version at the start, one written at once, and one by the server's own sweep.
  expect(versions.size).toBeLessThanOrEqual(Math.ceil(seconds) + 3);
  expect(versions.size).toBeGreaterThan(1);
});
