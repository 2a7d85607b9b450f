import { readDatGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { tokenMarket } from '@datchain/testing/server/token-market.ts';
import { expect, test } from 'vitest';
import { buyEditionEntry, listEditionEntry, mintEntry } from './entries/editions.ts';
import { claimEntry } from './entries/rewards.ts';
import { distributeEntry } from './entries/streams.ts';
import { issueTokensEntry } from './entries/tokens.ts';

test('the worked example of the money model: tokens, a claim, a first sale, a resale and a day of streams', async () => {
  const m = await tokenMarket();
  const blue = (version: number) => ({ datId: 'blue', number: 1, version });
  await m.commit(issueTokensEntry('c', '30', 30, 5_000));
  const mint = { datId: 'blue', creatorUid: 'ana', editions: 1, priceCents: 4_000 };
  await m.commit(mintEntry({ ...mint, sharePpm: 25_000 }));
  await m.buy('bos', 'bo', '30', 1_000);
  await m.commit(claimEntry('bo', 0));
  await m.commit(claimEntry('bo', 1));
  await m.commit(buyEditionEntry(blue(1), 'bo', 4_000));
  await m.buy('cys', 'cy', '30', 300);
  await m.commit(listEditionEntry(blue(2), 'bo', 3_999));
  await m.commit(listEditionEntry(blue(2), 'bo', 7_200));
  await m.commit(buyEditionEntry(blue(3), 'cy', 7_100));
  await m.commit(buyEditionEntry(blue(3), 'bo', 7_200));
  await m.commit(buyEditionEntry(blue(3), 'cy', 7_200));

  m.wait(DAY_MILLIS);
  const dat = readDatGuard(m.store.get(docs.datGuard('blue')));
  if (!dat) throw new Error('There is no DAT');
  // They bring $200.
  const streams = 200_000_000 / rates.streamMicros.spotify;
  const day = { datId: 'blue', platform: 'spotify', date: '2026-11-20', revision: 0 } as const;
  await m.commit(distributeEntry({ ...day, streams }, dat));
  await m.commit(distributeEntry({ ...day, streams }, dat));
  expect(m.told()).toMatchSnapshot();
  expect(m.findings()).toEqual([]);
});
