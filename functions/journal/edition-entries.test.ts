import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { test } from 'vitest';
import { memoryServer } from '../testing/books/memory-server.ts';
import { writing } from '../testing/books/written.ts';
import {
  buyEditionEntry,
  listEditionEntry,
  mintEntry,
  openingDatEntry,
  unlistEditionEntry,
} from './entries/editions.ts';
import { claimEntry } from './entries/rewards.ts';
import { type DayOfStreams, distributeEntry } from './entries/streams.ts';
import { restoreEntry, takeDownEntry } from './entries/take-down.ts';
import { openingWalletEntry } from './entries/tokens.ts';

const lot = { blockId: '50', priceCents: 50, qty: 100, faceMicros: 50_000_000 };

/** Bo has tokens and has spent $250 on them. */
async function fan() {
  const server = memoryServer([]);
  const { services, wait } = server;
  const bo = { uid: 'bo', lots: [lot], spendCents: 25_000, rewardQty: 0, earnedDays: [] };
  const opened = await services.books.commit(openingWalletEntry(bo));
  if (isRefusal(opened)) throw new Error(opened.message);
  const dat = async (): Promise<DatGuard> => {
    const found = await services.guards.findDat('blue');
    if (!found) throw new Error('There is no such DAT');
    return found;
  };
  return { says: writing(server), dat, wait };
}

test('what is written of a DAT: released, sold, offered, streamed, taken down, restored', async () => {
  const { says, dat, wait } = await fan();
  const ref = (version: number) => ({ datId: 'blue', number: 1, version });
  await says(
    mintEntry({
      datId: 'blue',
      creatorUid: 'ana',
      editions: 1,
      priceCents: 1_000,
      sharePpm: 25_000,
    }),
    {
      id: 'mint:blue',
      // Which page of Ana's works it goes on, her guard has to say first.
      looks: 2,
      kind: 'dat-minted',
      actor: 'ana',
      input: { datId: 'blue', creatorUid: 'ana', editions: 1, priceCents: 1_000, sharePpm: 25_000 },
      touched: ['dat:blue', 'user:ana'],
      wrote: ['dats/blue', 'guards/holdings:ana:blue', 'guards/user:ana', 'guards/works:ana:0'],
      told: ['released'],
    },
  );
  await says(buyEditionEntry(ref(1), 'bo', 1_000), {
    id: 'edition-sale:blue:1:1',
    // Whom it is bought of, the DAT has to say first.
    looks: 2,
    kind: 'edition-sold',
    actor: 'bo',
    input: { datId: 'blue', number: 1, version: 1, expectedCents: 1_000 },
    touched: ['dat:blue', 'user:bo', 'user:ana'],
    refs: { sale: 'first', sellerMicros: 8_000_000 },
    result: { tokens: 20, priceCents: 1_000 },
    wrote: [
      'dats/blue',
      'guards/holdings:ana:blue',
      'guards/holdings:bo:blue',
      'guards/user:ana',
      'guards/user:bo',
      'guards/works:bo:0',
      'totals/books',
      'totals/dat:blue',
    ],
    seen: {
      bo: { datId: 'blue', edition: 1, priceCents: 1_000, kind: 'edition-bought', tokens: 20 },
      ana: {
        datId: 'blue',
        edition: 1,
        priceCents: 1_000,
        kind: 'edition-sold',
        isResale: false,
        earnedMicros: 8_000_000,
      },
    },
    told: ['sold'],
  });
  await says(listEditionEntry(ref(2), 'bo', 2_000), {
    id: 'offer:blue:1:2',
    kind: 'edition-listed',
    actor: 'bo',
    input: { datId: 'blue', number: 1, version: 2, askCents: 2_000 },
    touched: ['dat:blue', 'user:bo'],
    wrote: ['dats/blue', 'guards/holdings:bo:blue'],
    seen: { bo: { kind: 'edition-listed', datId: 'blue', edition: 1, askPriceCents: 2_000 } },
    told: ['listed'],
  });
  await says(unlistEditionEntry(ref(3), 'bo'), {
    id: 'offer:blue:1:3',
    kind: 'edition-unlisted',
    actor: 'bo',
    input: { datId: 'blue', number: 1, version: 3 },
    touched: ['dat:blue', 'user:bo'],
    wrote: ['dats/blue', 'guards/holdings:bo:blue'],
    seen: { bo: { kind: 'edition-unlisted', datId: 'blue', edition: 1, askPriceCents: null } },
    told: ['unlisted'],
  });
  wait(DAY_MILLIS);
  const date = '2026-11-01';
  const day: DayOfStreams = {
    datId: 'blue',
    platform: 'spotify',
    date,
    streams: 100_000,
    revision: 0,
  };
  await says(distributeEntry(day, await dat()), {
    id: 'stream:blue:spotify:2026-11-01:0',
    kind: 'streams-distributed',
    actor: 'system',
    input: {
      datId: 'blue',
      platform: 'spotify',
      date: '2026-11-01',
      streams: 100_000,
      revision: 0,
    },
    touched: ['dat:blue', 'user:ana', 'user:bo'],
    result: { payees: 2 },
    wrote: [
      'guards/holdings:ana:blue',
      'guards/holdings:bo:blue',
      'guards/streams:blue:2026-11',
      'guards/user:ana',
      'guards/user:bo',
      'totals/books',
      'totals/dat:blue',
    ],
    seen: {
      ana: {
        kind: 'stream-earnings',
        datId: 'blue',
        platform: 'spotify',
        date: '2026-11-01',
        earnedMicros: 19_500_000,
        ...{ streams: 100_000, streamMicros: 4_000, sharePpm: 975_000 },
      },
      bo: {
        kind: 'stream-earnings',
        datId: 'blue',
        platform: 'spotify',
        date: '2026-11-01',
        earnedMicros: 500_000,
        ...{ streams: 100_000, streamMicros: 4_000, sharePpm: 25_000 },
      },
    },
  });
  await says(distributeEntry({ ...day, streams: 50_000, revision: 1 }, await dat()), {
    id: 'stream:blue:spotify:2026-11-01:1',
    kind: 'streams-distributed',
    actor: 'system',
    input: { datId: 'blue', platform: 'spotify', date: '2026-11-01', streams: 50_000, revision: 1 },
    touched: ['dat:blue', 'user:ana', 'user:bo'],
    result: { payees: 2 },
    wrote: [
      'guards/holdings:ana:blue',
      'guards/holdings:bo:blue',
      'guards/streams:blue:2026-11',
      'guards/user:ana',
      'guards/user:bo',
      'totals/books',
      'totals/dat:blue',
    ],
    seen: {
      ana: {
        kind: 'stream-correction',
        datId: 'blue',
        platform: 'spotify',
        date: '2026-11-01',
        earnedMicros: -9_750_000,
        ...{ streams: -50_000, streamMicros: 4_000, sharePpm: 975_000 },
        debtMicros: 0,
      },
      bo: {
        kind: 'stream-correction',
        datId: 'blue',
        platform: 'spotify',
        date: '2026-11-01',
        earnedMicros: -250_000,
        ...{ streams: -50_000, streamMicros: 4_000, sharePpm: 25_000 },
        debtMicros: 0,
      },
    },
  });
  await says(takeDownEntry({ datId: 'blue', version: 0, reason: 'A claim' }), {
    id: 'takedown:blue:0',
    // Whose account may be closed, the DAT has to say first.
    looks: 2,
    kind: 'dat-taken-down',
    actor: 'system',
    input: { datId: 'blue', version: 0, reason: 'A claim' },
    touched: ['dat:blue'],
    refs: { datId: 'blue', reason: 'A claim' },
    result: { datId: 'blue', reason: 'A claim' },
    wrote: ['dats/blue'],
    told: ['taken-down'],
  });
  await says(restoreEntry({ datId: 'blue', version: 1, reason: 'Settled' }), {
    id: 'takedown:blue:1',
    looks: 2,
    kind: 'dat-restored',
    actor: 'system',
    input: { datId: 'blue', version: 1, reason: 'Settled' },
    touched: ['dat:blue'],
    refs: { datId: 'blue', reason: 'Settled' },
    result: { datId: 'blue', reason: 'Settled' },
    wrote: ['dats/blue'],
    told: ['restored'],
  });
});

test('what is written of reward tokens that are claimed', async () => {
  const { says } = await fan();
  await says(claimEntry('bo', 0), {
    id: 'claim:bo:0',
    kind: 'rewards-claimed',
    actor: 'bo',
    input: { claimsBefore: 0 },
    touched: ['user:bo', 'supply'],
    result: { claimed: 1, qty: 1 },
    wrote: ['guards/supply', 'guards/user:bo'],
    seen: { bo: { kind: 'rewards-claimed', qty: 1 } },
  });
});

test('what is written of a DAT from before the journal', async () => {
  const { says } = await fan();
  const owners = [
    { uid: 'ana', since: 10 },
    { uid: 'bo', since: 20 },
  ];
  const edition = {
    number: 1,
    ownerUid: 'bo',
    priceCents: 500,
    askPriceCents: 600,
    sharePpm: 25_000,
    version: 1,
    wasSold: true,
    owners,
  };
  const old = { id: 'old', creatorUid: 'ana', editions: [edition] };
  const totals = { streamMicros: 7, salesMicros: 5_000_000 };
  await says(openingDatEntry(old, totals, { 1: 30 }), {
    id: 'opening-dat:old',
    looks: 2,
    kind: 'opening-dat',
    actor: 'system',
    input: { dat: old, totals, listedAt: { 1: 30 } },
    touched: ['dat:old', 'user:ana', 'user:bo'],
    wrote: [
      'dats/old',
      'guards/holdings:ana:old',
      'guards/holdings:bo:old',
      'guards/user:ana',
      'guards/user:bo',
      'guards/works:ana:0',
      'guards/works:bo:0',
      'totals/dat:old',
    ],
    seen: { ana: { kind: 'earned-before', datId: 'old', earnedMicros: 4_000_000 } },
    told: ['released', 'sold', 'listed'],
  });
});
