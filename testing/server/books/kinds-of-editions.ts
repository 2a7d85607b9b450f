import {
  buyEditionEntry,
  listEditionEntry,
  mintEntry,
  openingDatEntry,
  unlistEditionEntry,
} from '@datchain/functions/journal/entries/editions.ts';
import { giveEditionEntry } from '@datchain/functions/journal/entries/gifts.ts';
import { reserveEntry } from '@datchain/functions/journal/entries/reserve.ts';
import { closeGuardEntry } from '@datchain/functions/journal/entries/rest.ts';
import { claimEntry } from '@datchain/functions/journal/entries/rewards.ts';
import type { DayOfStreams } from '@datchain/functions/journal/entries/streams.ts';
import { restoreEntry, takeDownEntry } from '@datchain/functions/journal/entries/take-down.ts';
import {
  issueTokensEntry,
  openingWalletEntry,
} from '@datchain/functions/journal/entries/tokens.ts';
import {
  buyWantedEntry,
  missWantedEntry,
} from '@datchain/functions/journal/entries/wanted-edition.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatGuard, EditionState } from '@datchain/shared/domain/books/guards.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { SITE, type Stage, terms, wallet } from './kinds-stage.ts';

/** Spending one token beyond the expensive ones leaves change. */
const lots = [
  { blockId: '70', priceCents: 70, qty: 15, faceMicros: 10_500_000 },
  { blockId: '61', priceCents: 61, qty: 200, faceMicros: 140_000_000 },
];

const at = (number: number, version: number) => ({ datId: 'blue', number, version });

export async function editions({
  server,
  store,
  title,
  say,
  dat,
  sayStreams,
  order,
  reserve,
  settle,
}: Stage) {
  title('Editions: released, sold by their creator and by others, offered and outbid');
  for (const uid of ['ana', 'bo', 'cy']) {
    await say(openingWalletEntry({ ...wallet(uid, 70, 0), lots }));
  }
  await say(mintEntry({ datId: 'blue', ...terms }));
  await say(mintEntry({ datId: 'blue', ...terms, priceCents: 2_000 }));
  await say(buyEditionEntry({ datId: 'none', number: 1, version: 1 }, 'bo', 1_000));
  await say(buyEditionEntry(at(3, 1), 'bo', 1_000));
  await say(buyEditionEntry(at(1, 2), 'bo', 1_000));
  await say(buyEditionEntry(at(1, 1), 'bo', 1_000));
  await say(issueTokensEntry('a', '50', 50, 60));
  const edition = { datId: 'blue', number: 2, priceCents: 1_000 };
  await reserve('o1', 'cy', 20, { edition });
  await reserve('o2', 'bo', 20, { edition });
  await reserve('o3', 'bo', 20, { edition: { ...edition, datId: 'none' } });
  await say(buyWantedEntry(at(2, 1), await order('o1'), 1_000));
  await settle('o1');
  await settle('o2');
  await say(buyWantedEntry(at(2, 1), await order('o1'), 1_000));
  await say(missWantedEntry('o2', 'This edition has already been sold.'));
  await say(missWantedEntry('o1', 'Too late'));
  await say(buyWantedEntry(at(2, 2), await order('o2'), 1_000));
  await say(listEditionEntry({ datId: 'none', number: 1, version: 1 }, 'bo', 2_000));
  await say(listEditionEntry(at(1, 4), 'bo', 2_000));
  await say(listEditionEntry(at(1, 2), 'bo', 2_000));
  await say(listEditionEntry(at(1, 3), 'bo', 2_000));
  await say(listEditionEntry(at(2, 2), 'cy', 2_000));
  await say(listEditionEntry(at(2, 3), 'cy', 1_999));
  await say(listEditionEntry(at(2, 4), 'cy', 1_998));
  await say(unlistEditionEntry(at(2, 6), 'cy'));
  await say(unlistEditionEntry(at(2, 5), 'cy'));
  await say(buyEditionEntry(at(1, 3), 'ana', 2_000));
  await say(listEditionEntry(at(1, 4), 'ana', 4_000));
  await say(buyEditionEntry(at(1, 5), 'cy', 4_000));
  await say(listEditionEntry(at(1, 6), 'cy', 4_333));
  await say(buyEditionEntry(at(1, 7), 'bo', 4_333));
  await say(giveEditionEntry(at(1, 8), 'bo', 'di'));
  await say(giveEditionEntry(at(2, 6), 'cy', 'ana'));
  title('Editions: a day of streams, its correction, and one of a holder who has left');
  server.wait(DAY_MILLIS);
  const day: DayOfStreams = {
    datId: 'blue',
    platform: 'spotify',
    date: '2026-11-01',
    streams: 100_000,
    revision: 0,
  };
  await sayStreams({ ...day, datId: 'none' }, { ...(await dat('blue')), id: 'none' });
  await sayStreams({ ...day, revision: 1 }, await dat('blue'));
  await sayStreams(day, await dat('blue'));
  await sayStreams({ ...day, streams: 50_000, revision: 1 }, await dat('blue'));
  await say(closeGuardEntry('di', '1'));
  await say(giveEditionEntry(at(2, 7), 'ana', 'di'));
  await say(listEditionEntry(at(1, 9), 'di', 5_000));
  server.wait(DAY_MILLIS);
  await sayStreams({ ...day, date: '2026-11-02' }, await dat('blue'));
  server.wait((rates.distributionDays - 2) * DAY_MILLIS);
  await sayStreams({ ...day, streams: 1, revision: 2 }, await dat('blue'));
  server.wait(DAY_MILLIS);
  await sayStreams({ ...day, revision: 3 }, await dat('blue'));
  title('Editions: taken down and made public again');
  store.set(docs.release('blue'), { id: 'blue', state: 'published', isDone: true });
  const down = { datId: 'blue', version: 0, reason: ' A claim  of rights' };
  await say(takeDownEntry({ ...down, datId: 'none' }));
  await say(takeDownEntry({ ...down, reason: ' ' }));
  await say(takeDownEntry({ ...down, version: 5 }));
  await say(restoreEntry(down));
  await say(takeDownEntry(down));
  await say(takeDownEntry({ ...down, version: 1 }));
  await say(takeDownEntry({ ...down, version: 1, reason: 'Another' }));
  await say(buyEditionEntry(at(2, 7), 'bo', 1_000));
  await say(restoreEntry({ ...down, version: 1, reason: 'Settled' }));
  await say(takeDownEntry({ ...down, version: 1 }));
}

export async function before({ title, say }: Stage) {
  title('Editions: from before the journal');
  const edition = (number: number, over: Partial<EditionState>): EditionState => ({
    number,
    ownerUid: 'ana',
    priceCents: 500,
    askPriceCents: 500,
    sharePpm: 25_000,
    version: 1,
    wasSold: false,
    owners: [{ uid: 'ana', since: 10 }],
    ...over,
  });
  const from = (uid: string, since: number) => [
    { uid: 'ana', since: 10 },
    { uid, since },
  ];
  const old: DatGuard = {
    id: 'old',
    creatorUid: 'ana',
    editions: [
      edition(1, { ownerUid: 'cy', askPriceCents: null, wasSold: true, owners: from('cy', 20) }),
      edition(2, {}),
      edition(3, { ownerUid: 'cy', askPriceCents: null, owners: from('cy', 20) }),
      edition(4, {
        ownerUid: 'bo',
        priceCents: 1_000,
        askPriceCents: 1_200,
        wasSold: true,
        owners: from('bo', 30),
      }),
    ],
  };
  const totals = { streamMicros: 7, salesMicros: 15_000_000 };
  await say(openingDatEntry(old, totals, { 4: 40 }));
  await say(openingDatEntry(old, totals));
  await say(mintEntry({ datId: 'old', ...terms }));
  await say(openingDatEntry({ ...old, id: 'older' }, totals));
  await say(mintEntry({ datId: 'new', ...terms }));
  await say(openingDatEntry({ ...old, id: 'new' }, totals));
}

export async function workedExample({ server, title, say, dat, sayStreams, settle }: Stage) {
  title('The worked example: tokens, a claim, a first sale, a resale and a day of streams');
  const blue = (version: number) => ({ datId: 'blue', number: 1, version });
  const buyTokens = async (id: string, uid: string, qty: number) => {
    const asked = { orderId: id, blockId: '30', qty, variant: 'block' as const };
    await say(reserveEntry(uid, asked, SITE));
    await settle(id);
  };
  await say(issueTokensEntry('a', '30', 30, 5_000));
  await say(mintEntry({ datId: 'blue', ...terms, editions: 1, priceCents: 4_000 }));
  await buyTokens('bos', 'bo', 1_000);
  await say(claimEntry('bo', 0));
  await say(claimEntry('bo', 1));
  await say(buyEditionEntry(blue(1), 'bo', 4_000));
  await buyTokens('cys', 'cy', 300);
  await say(listEditionEntry(blue(2), 'bo', 3_999));
  await say(listEditionEntry(blue(2), 'bo', 7_200));
  await say(buyEditionEntry(blue(3), 'cy', 7_100));
  await say(buyEditionEntry(blue(3), 'bo', 7_200));
  await say(buyEditionEntry(blue(3), 'cy', 7_200));
  server.wait(DAY_MILLIS);
  // The streams of this day earn $200.
  const streams = 200_000_000 / rates.streamMicros.spotify;
  const day = { datId: 'blue', platform: 'spotify', date: '2026-11-01', revision: 0 } as const;
  await sayStreams({ ...day, streams }, await dat('blue'));
}
