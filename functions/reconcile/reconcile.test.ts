import { docs } from '@datchain/shared/contracts/paths.ts';
import { expect, test, vi } from 'vitest';
import type { Data } from '../stores/document-store.ts';
import { soundBooks } from '../testing/books/sound-books.ts';
import { compareOnce } from './reconcile.ts';

vi.mock('../log.ts', () => ({ log: { info() {}, warn() {}, error() {} } }));

test('sound books have no difference, and it is said how much was looked at', async () => {
  const { ground, services } = await soundBooks();
  const entries = [...(await ground.all()).keys()].filter((path) => path.startsWith('journal/'));
  expect(await compareOnce(services)).toEqual({
    entries: entries.length,
    orders: 2,
    sessions: 2,
    payouts: 2,
    shortfallMicros: 0,
    differences: [],
  });
});

type Change = (data: Data) => object;

const more =
  (field: string, by = 1): Change =>
  (data) => ({ [field]: Number(data[field] ?? 0) + by });
const list = (data: Data, field: string) => data[field] as Data[];
const first =
  (field: string, change: Change): Change =>
  (data) => ({
    [field]: list(data, field).map((one, at) => (at === 0 ? { ...one, ...change(one) } : one)),
  });
const without =
  (field: string): Change =>
  (data) => ({ [field]: list(data, field).slice(1) });
const twice =
  (field: string): Change =>
  (data) => ({ [field]: [...list(data, field), ...list(data, field)] });

const picture: Change = () => ({ creatorProfileURL: '/before.webp' });

/** What is different where one document of sound books was changed. */
async function differencesAfter(path: string, change: Change): Promise<string[]> {
  const { ground, services } = await soundBooks();
  // The books have parts besides this one, which none of these entries wrote.
  const data = (await ground.all()).get(path) ?? (path === docs.books ? {} : undefined);
  if (!data) throw new Error(`There is no ${path}`);
  await ground.setDocuments([{ path, data: { ...data, ...change(data) } }]);
  return (await compareOnce(services)).differences;
}

test.each<[what: string, path: string, change: Change, named: string[]]>([
  [
    'tokens that a block has',
    docs.blockGuard('36'),
    more('platformQty'),
    ['block:36 TOKEN: the postings sum to 50, the guard says 51', 'screen tokenBlocks/36'],
  ],
  [
    'tokens that a block holds for orders',
    docs.blockGuard('36'),
    more('platformReserved'),
    ['block 36 platform: orders hold 0, the block counts 1'],
  ],
  [
    "somebody's change",
    docs.userGuard('ana'),
    more('changeMicros'),
    [
      'user:ana FACE: the postings sum to 40800000, the guard says 40800001',
      'face of ana: $40.8 came, $40.800001 is accounted for',
      'screen users/ana/summary/currentCreditsStrings',
      'screen users/ana/wallet/main',
    ],
  ],
  [
    "somebody's reward tokens",
    docs.userGuard('ana'),
    more('rewardQty'),
    [
      'user:ana REWARD: the postings sum to 400, the guard says 401',
      'screen datChainTokenWallets/ana/qty',
    ],
  ],
  [
    "somebody's debt",
    docs.userGuard('ana'),
    more('debtMicros'),
    ['debt:ana USD: the postings sum to 0, the guard says -1', 'screen users/ana/wallet/main'],
  ],
  ['what somebody spent', docs.userGuard('ana'), more('spendCents'), ['screen utilitySpend/ana']],
  [
    'what editions brought somebody',
    docs.userGuard('ana'),
    more('datEarnedMicros'),
    ['screen users/ana/summary/earnedCreditsStrings'],
  ],
  [
    "somebody's tokens",
    docs.userGuard('ana'),
    first('lots', more('qty')),
    [
      'user:ana TOKEN: the postings sum to 130, the guard says 131',
      'screen datchainwallets/ana',
      'screen users/ana/wallet/main',
    ],
  ],
  [
    "what is paid of somebody's earnings",
    docs.userGuard('ana'),
    first('earnedDays', more('spentMicros', 10)),
    [
      'owed:ana USD: the postings sum to 111250003, the guard says 111249993',
      'screen users/ana/summary/earnedCreditsByDate',
    ],
  ],
  [
    'an order that its buyer does not know of',
    docs.userGuard('bo'),
    () => ({ openOrders: [] }),
    ['order open: reserved, not open'],
  ],
  [
    'a payout that its user does not know of',
    docs.userGuard('bo'),
    () => ({ openPayoutId: null }),
    ['payout p2 of bo: open, not named'],
  ],
  [
    'the pool',
    docs.supplyGuard,
    () => ({ poolMicros: 0 }),
    [
      'pool USD: the postings sum to 32080000, the guard says 0',
      'screen metrics/datToken/poolCents',
    ],
  ],
  [
    'reward tokens issued',
    docs.supplyGuard,
    more('issued'),
    ['screen metrics/datToken/issuedToUsers'],
  ],
  [
    'reward tokens in circulation',
    docs.supplyGuard,
    more('circulating'),
    ['screen metrics/datToken/circulating'],
  ],
  [
    'what backs the tokens',
    docs.books,
    more('backingMicros'),
    ['backing USD: the postings sum to 144720000, the guard says 144720001'],
  ],
  [
    'what the platform has',
    docs.books,
    more('platformMicros'),
    ['platform USD: the postings sum to 0, the guard says 1'],
  ],
  [
    'what was ever sold',
    docs.books,
    more('utilitySoldCents'),
    ['screen metrics/utilitySold/totalCents'],
  ],
  [
    'an open order that is called settled',
    docs.order('open'),
    () => ({ state: 'settled' }),
    [
      'order:open FACE: the postings sum to 1500000, the guard says 0',
      'order:open TOKEN: the postings sum to 85, the guard says 0',
      'block 50 l1: orders hold 0, the block counts 5',
      'block 50 platform: orders hold 0, the block counts 80',
      'face of di: $30 came, $28.5 is accounted for',
      'order open: open, not reserved',
      'order open: settled with 0 paid sessions',
    ],
  ],
  [
    'an open order that is called released',
    docs.order('open'),
    () => ({ state: 'released' }),
    [
      'order:open FACE: the postings sum to 1500000, the guard says 0',
      'order:open TOKEN: the postings sum to 85, the guard says 0',
      'block 50 l1: orders hold 0, the block counts 5',
      'block 50 platform: orders hold 0, the block counts 80',
      'face of di: $30 came, $28.5 is accounted for',
      'order open: open, not reserved',
    ],
  ],
  [
    'an open order that is called set aside',
    docs.order('open'),
    () => ({ state: 'review' }),
    ['order open: open, not reserved'],
  ],
  [
    'a paid order that is called open',
    docs.order('paid'),
    () => ({ state: 'reserved' }),
    [
      'order:paid TOKEN: the postings sum to 0, the guard says 30',
      'block 36 platform: orders hold 30, the block counts 0',
      'order paid: reserved, not open',
      'order paid: is paid at Stripe, but reserved',
    ],
  ],
  [
    'a paid order that is called released',
    docs.order('paid'),
    () => ({ state: 'released' }),
    ['order paid: is paid at Stripe, but released'],
  ],
  [
    'what a paid order cost',
    docs.order('paid'),
    more('totalCents'),
    ['order paid: 1081 cents, paid 1080'],
  ],
  [
    'what of an order was refunded',
    docs.order('paid'),
    more('refundedCents'),
    [
      'order paid: refunds took $0 of face and charged $0, of the $0.01 it had delivered for $0.01',
      'order paid: $0.01 is lost to its refunds, $0 is named',
      'order paid: 1 cents refunded, 0 at Stripe',
    ],
  ],
  [
    'a paid payout',
    docs.payout('p1'),
    more('amountCents'),
    ['payout p1: cents 2501, at Stripe 2500'],
  ],
  [
    'what a payout holds',
    docs.payout('p2'),
    more('amountCents'),
    ['payout:p2 USD: the postings sum to 25000000, the guard says 25010000'],
  ],
  [
    'reward tokens that a payout holds',
    docs.payout('p2'),
    more('qty'),
    ['payout:p2 REWARD: the postings sum to 0, the guard says 1'],
  ],
  [
    'postings that do not sum to zero',
    docs.entry('settle:paid'),
    without('postings'),
    ['entry settle:paid does not sum to zero'],
  ],
  [
    'an entry that was never shown',
    docs.entry('settle:paid'),
    () => ({ projected: false }),
    ['entry settle:paid was never shown on the screens'],
  ],
  [
    "an edition's owner",
    docs.datGuard('old'),
    first('editions', () => ({ ownerUid: 'bo' })),
    [
      'edition old #1: di is held by someone who does not own it',
      'edition old #1: bo owns but does not hold',
      'history old #1: leads to {"ownerUid":"di","askPriceCents":550}, should lead to {"ownerUid":"bo","askPriceCents":550}',
      'screen datLive/old',
      'screen summary old',
    ],
  ],
  [
    "an edition's offer",
    docs.datGuard('old'),
    first('editions', more('askPriceCents')),
    [
      'history old #1: leads to {"ownerUid":"di","askPriceCents":550}, should lead to {"ownerUid":"di","askPriceCents":551}',
      'screen datLive/old',
      'screen summary old',
    ],
  ],
  [
    'what the streams of a work earned',
    docs.datTotals('old'),
    more('streamMicros', 1_000_000),
    ['screen streamStats/old/totalEarnings', 'screen earnings/old/totalEarnings'],
  ],
  [
    'a takedown',
    docs.datGuard('old'),
    () => ({ takenDown: { at: 1, reason: 'A claim' }, takedownVersion: 1 }),
    [
      'history old: leads to "no takedown", should lead to {"at":1,"reason":"A claim"}',
      'screen datLive/old',
      'screen summary old',
    ],
  ],
  [
    'tokens of a listing',
    docs.queuePage('50', 0),
    first('entries', more('qty')),
    [
      'queue:50 TOKEN: the postings sum to 15, the guard says 16',
      'queue 50: its shelves are not its pages',
      'queue 50: its lines are not its shelves',
    ],
  ],
  [
    'the face of a listing',
    docs.queuePage('50', 0),
    first('entries', more('faceMicros')),
    [
      'queue:50 FACE: the postings sum to 4500000, the guard says 4500001',
      'queue 50: its shelves are not its pages',
      'queue 50: its lines are not its shelves',
      'face of di: $30 came, $30.000001 is accounted for',
    ],
  ],
  [
    'tokens that a listing holds for orders',
    docs.queuePage('50', 0),
    first('entries', more('reserved')),
    ['block 50 l1: orders hold 5, the block counts 6'],
  ],
  [
    'a page of a queue that is empty',
    docs.queuePage('50', 0),
    () => ({ entries: [] }),
    [
      'queue:50 FACE: the postings sum to 4500000, the guard says 0',
      'queue:50 TOKEN: the postings sum to 15, the guard says 0',
      'block 50 l1: orders hold 5, the block counts 0',
      'queue 50: its shelves are not its pages',
      'queue 50: its lines are not its shelves',
      'queue 50: page 0 is empty',
      'face of di: $30 came, $25.5 is accounted for',
    ],
  ],
  [
    'a page of a queue that is too long',
    docs.queuePage('50', 0),
    twice('entries'),
    [
      'queue:50 FACE: the postings sum to 4500000, the guard says 9000000',
      'queue:50 TOKEN: the postings sum to 15, the guard says 30',
      'queue 50: its shelves are not its pages',
      'queue 50: its lines are not its shelves',
      'queue 50: page 0 is too long',
      'face of di: $30 came, $34.5 is accounted for',
    ],
  ],
  [
    'a page behind the end of its queue',
    docs.queuePage('50', 0),
    () => ({ number: 7 }),
    [
      'queue 50: its shelves are not its pages',
      'queue 50: its lines are not its shelves',
      'queue 50: page 7 is behind its end',
    ],
  ],
  [
    'a shelf of a queue',
    docs.queueShelf('50', 0),
    () => ({ lines: [] }),
    ['queue 50: its shelves are not its pages'],
  ],
  [
    'what a wallet shows',
    docs.wallet('ana'),
    () => ({ balance: 1 }),
    ['screen users/ana/wallet/main'],
  ],
  [
    'what a history shows',
    docs.datHistory('old'),
    () => ({ lines: [] }),
    ['screen datHistories/old'],
  ],
  [
    'what the summary shows',
    docs.assetsSummary,
    first('assets', () => ({ SoldOut: false })),
    ['screen summary old'],
  ],
  ['an artist’s picture', docs.assetsSummary, first('assets', picture), ['screen summary old']],
])('named when it is changed beside the journal: %s', async (_, path, change, named) => {
  const differences = await differencesAfter(path, change);
  expect(differences.map((one) => one.replace(/^(screen .*): shows .*/, '$1'))).toEqual(named);
});

test('of a screen it is said what it shows and what it should show', async () => {
  expect(await differencesAfter(docs.userGuard('ana'), more('awarded'))).toEqual([
    'screen utilitySpend/ana: shows {"totalCents":10051080,"awarded":400}, should show {"totalCents":10051080,"awarded":401}',
  ]);
});
