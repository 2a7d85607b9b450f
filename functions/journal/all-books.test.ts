import { entryKinds } from '@datchain/shared/domain/books/entry-kinds.ts';
import { scale } from '@datchain/testing/pure/scale.ts';
import { areSomeTries, firstSeed, tries } from '@datchain/testing/pure/tries.ts';
import { plays } from '@datchain/testing/server/books/play.ts';
import { onePlay, played, playedSoundly } from '@datchain/testing/server/books/played.ts';
import { readBooksSnapshot, type Snapshot } from '@datchain/testing/server/books/snapshot.ts';
import { lies } from '@datchain/testing/server/lying-turns.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

/** Cases that every run must reach; without one of them the property proves less than it claims. */
const wanted = [
  ...Object.keys(entryKinds),
  ...lies,
  'a lot of its own',
  'a loss',
  'a loss by a closed account',
  'a page that went',
  'a queue of several shelves',
  'a rest worth a payout, given up later',
  'an edition bought with a payment',
  'an edition that a closed account keeps',
  'more went back than was paid of a returned payment',
  'refund took from a listing',
  'refund took other lots',
  'reward tokens taken back',
];

const refusals = [
  'You can have # open listings. Cancel one first.',
  'At most # tokens can be bought at once right now',
  'This account is closed. Give the edition to somebody else.',
];

function queuesOf({ blocks, queuePages, queueShelves }: Snapshot): string[] {
  const pages = (id: string) => queuePages.filter(({ blockId }) => blockId === id).length;
  const shelves = (id: string) => queueShelves.filter(({ blockId }) => blockId === id).length;
  return blocks.flatMap(({ id, queue }) => [
    ...(shelves(id) > 1 ? ['a queue of several shelves'] : []),
    ...(pages(id) < Math.ceil(queue.nextPlace / queue.size) ? ['a page that went'] : []),
  ]);
}

function refundsFrom({ entries, orders }: Snapshot): string[] {
  const clawbacks = entries.filter(({ kind }) => kind === 'order-clawed-back');
  const isQueue = ({ account }: { account: string }) => account.startsWith('queue:');
  return [
    ...(clawbacks.some(({ postings }) => postings.some(isQueue))
      ? ['refund took from a listing']
      : []),
    ...(orders.some(({ takenBack }) => takenBack.others) ? ['refund took other lots'] : []),
    ...(entries.some(({ kind, postings }) => kind === 'order-return-changed' && postings.length > 0)
      ? ['more went back than was paid of a returned payment']
      : []),
  ];
}

const lossesIn = ({ losses }: Snapshot): string[] => [
  ...(losses.some(({ soldMicros }) => soldMicros > 0) ? ['a loss'] : []),
  ...(losses.some(({ closedMicros }) => closedMicros > 0) ? ['a loss by a closed account'] : []),
];

function deliveriesIn({ entries, orders }: Snapshot): string[] {
  const taken = entries
    .filter(({ kind }) => kind === 'order-clawed-back')
    .flatMap(({ postings }) => postings)
    .some(({ asset }) => asset === 'REWARD');
  return [
    ...(orders.some(({ isOwnLot }) => isOwnLot) ? ['a lot of its own'] : []),
    ...(taken ? ['reward tokens taken back'] : []),
  ];
}

function waiversIn({ entries }: Snapshot): string[] {
  const isLarge = entries
    .filter(({ kind }) => kind === 'rest-waived')
    .flatMap(({ postings }) => postings)
    .some(({ account, delta }) => account.startsWith('owed:') && delta <= -25_000_000);
  return isLarge ? ['a rest worth a payout, given up later'] : [];
}

function keptIn({ users, dats }: Snapshot): string[] {
  const closed = new Set(users.flatMap(({ uid, closedAt }) => (closedAt ? [uid] : [])));
  const owned = dats.flatMap(({ editions }) => editions.filter(({ wasSold }) => wasSold));
  return owned.some(({ ownerUid }) => closed.has(ownerUid))
    ? ['an edition that a closed account keeps']
    : [];
}

const wishesIn = ({ orders }: Snapshot): string[] =>
  orders.some(({ edition }) => edition?.state === 'bought')
    ? ['an edition bought with a payment']
    : [];

test('[M-61] [M-66] [N-BUY-10] [N-MON-17] [N-MON-18] [N-MON-19] [N-MON-20] [N-MON-22] [N-MON-01] [N-MON-03] [N-MON-04] [N-MON-05] [N-MON-07] [N-FST-06] the books stay correct whatever operations come, in any order, repeated or with a lost answer', {
  timeout: scale(240_000, 3_600_000),
}, async () => {
  const recorded = new Set<string>();
  const property = fc.asyncProperty(plays(100), async (play) => {
    const { ground, refused, liedAbout } = await playedSoundly(play);
    const snapshot = readBooksSnapshot(await ground.all());
    for (const { kind } of snapshot.entries) recorded.add(kind);
    const also = [
      refundsFrom,
      queuesOf,
      wishesIn,
      waiversIn,
      lossesIn,
      deliveriesIn,
      keptIn,
    ].flatMap((of) => of(snapshot));
    for (const what of [...also, ...liedAbout]) recorded.add(what);
    for (const what of refusals) if (refused.has(what)) recorded.add(what);
  });
  await fc.assert(property, { ...tries(), unbiased: true });
  if (areSomeTries()) return;
  const all = [...wanted, ...refusals].sort();
  // The rarest comes up in one play of 90: missing it in all 1,200 happens once in 500,000 runs.
  for (let more = 0; more < 10 && recorded.size < all.length; more++) {
    await fc.assert(property, { ...tries(100, 100), unbiased: true });
  }
  expect([...recorded].sort()).toEqual(all);
});

test('a repeated play gives the same books each time, to the last posting', async () => {
  const seed = firstSeed();
  const play = onePlay(60, seed);
  const booksAfter = async () => {
    const { ground } = await played(play);
    const { entries, users, blocks, dats } = readBooksSnapshot(await ground.all());
    // Ids are left out: an attempt to collect a debt has a random one.
    return { entries: entries.map((entry) => ({ ...entry, id: '' })), users, blocks, dats };
  };
  const first = await booksAfter();
  for (let times = 0; times < 3; times++) expect(await booksAfter(), `seed ${seed}`).toEqual(first);
});
