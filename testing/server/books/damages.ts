import type { Data } from '@datchain/functions/stores/document-store.ts';
import { statementPageId } from '@datchain/shared/contracts/documents/earnings-line.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';

export type Change = (data: Data) => object;

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

export type Damage = readonly [what: string, path: string, change: Change];

/** Changes of documents of `soundBooks` that reconciling has to find. */
export const damages: readonly Damage[] = [
  ['tokens that a block has', docs.blockGuard('36'), more('platformQty')],
  ['tokens that a block holds for orders', docs.blockGuard('36'), more('platformReserved')],
  ["somebody's change", docs.userGuard('ana'), more('changeMicros')],
  ["somebody's reward tokens", docs.userGuard('ana'), more('rewardQty')],
  ["somebody's debt", docs.userGuard('ana'), more('debtMicros')],
  ['what somebody spent', docs.userGuard('ana'), more('spendCents')],
  ['what editions brought somebody', docs.userGuard('ana'), more('datEarnedMicros')],
  ["somebody's tokens", docs.userGuard('ana'), first('lots', more('qty'))],
  [
    "what is paid of somebody's earnings",
    docs.userGuard('ana'),
    first('earnedDays', more('spentMicros', 10)),
  ],
  ['an order that its buyer does not know of', docs.userGuard('bo'), () => ({ openOrders: [] })],
  ['a payout that its user does not know of', docs.userGuard('bo'), () => ({ openPayoutId: null })],
  ['the pool', docs.supplyGuard, () => ({ poolMicros: 0 })],
  ['reward tokens issued', docs.supplyGuard, more('issued')],
  ['reward tokens in circulation', docs.supplyGuard, more('circulating')],
  ['what backs the tokens', docs.books, more('backingMicros')],
  ['what the platform has', docs.books, more('platformMicros')],
  ['what was ever sold', docs.books, more('utilitySoldCents')],
  ['an open order that is called settled', docs.order('open'), () => ({ state: 'settled' })],
  ['an open order that is called released', docs.order('open'), () => ({ state: 'ended' })],
  ['an open order that is called set aside', docs.order('open'), () => ({ state: 'review' })],
  ['a paid order that is called open', docs.order('paid'), () => ({ state: 'reserved' })],
  ['a paid order that is called released', docs.order('paid'), () => ({ state: 'ended' })],
  ['what a paid order cost', docs.order('paid'), more('totalCents')],
  ['what of an order was refunded', docs.order('paid'), more('refundedCents')],
  ['a paid payout', docs.payout('p1'), more('amountCents')],
  ['what a payout holds', docs.payout('p2'), more('amountCents')],
  ['reward tokens that a payout holds', docs.payout('p2'), more('qty')],
  ['postings that do not sum to zero', docs.entry('settle:paid'), without('postings')],
  ['an entry that was never shown', docs.entry('settle:paid'), () => ({ projected: false })],
  ["an edition's owner", docs.datGuard('old'), first('editions', () => ({ ownerUid: 'bo' }))],
  ["an edition's offer", docs.datGuard('old'), first('editions', more('askPriceCents'))],
  ['what the streams of a work earned', docs.datTotals('old'), more('streamMicros', 1_000_000)],
  ['streams that wait to be posted', docs.books, more('streamsDueMicros')],
  ['what streams were promised', docs.books, more('promisedMicros')],
  [
    'what the streams of a work brought its owner',
    docs.worksPage('di', 0),
    first('streamed', more('micros')),
  ],
  [
    'what a statement says of streams',
    docs.earningsLine('di', statementPageId('2026-11', 0)),
    first('streams', more('micros')),
  ],
  [
    'a statement page that names no streams',
    docs.earningsLine('di', statementPageId('2026-11', 0)),
    () => ({ streams: [] }),
  ],
  [
    'a posting of streams that does not sum to zero',
    docs.entry('streams:di:2026-10-30:0'),
    without('postings'),
  ],
  [
    'a share of streams that does not sum to zero',
    docs.entry('stream:old:spotify:2026-10-30:0'),
    without('postings'),
  ],
  [
    'a takedown',
    docs.datGuard('old'),
    () => ({ takenDown: { at: 1, reason: 'A claim' }, takedownVersion: 1 }),
  ],
  ['tokens of a listing', docs.queuePage('50', 0), first('entries', more('qty'))],
  ['the face of a listing', docs.queuePage('50', 0), first('entries', more('faceMicros'))],
  [
    'tokens that a listing holds for orders',
    docs.queuePage('50', 0),
    first('entries', more('reserved')),
  ],
  ['a page of a queue that is empty', docs.queuePage('50', 0), () => ({ entries: [] })],
  ['a page of a queue that is too long', docs.queuePage('50', 0), twice('entries')],
  ['a page behind the end of its queue', docs.queuePage('50', 0), () => ({ number: 7 })],
  ['a shelf of a queue', docs.queueShelf('50', 0), () => ({ lines: [] })],
  ['what a wallet shows', docs.wallet('ana'), () => ({ balance: 1 })],
  ['what a history shows', docs.datHistory('old'), () => ({ lines: [] })],
  ['what the summary shows', docs.assetsSummary, first('assets', () => ({ SoldOut: false }))],
  [
    'an artist’s picture',
    docs.assetsSummary,
    first('assets', () => ({ creatorProfileURL: '/before.webp' })),
  ],
  [
    'an edition that its owner does not hold',
    docs.workHoldings('di', 'old'),
    (work) => ({ holdings: list(work, 'holdings').map((line) => ({ ...line, sold: true })) }),
  ],
  [
    'an edition that is held twice',
    docs.workHoldings('di', 'old'),
    (work) => ({ holdings: [...list(work, 'holdings'), ...list(work, 'holdings')] }),
  ],
  ['who released a work', docs.workHoldings('di', 'old'), () => ({ isCreator: true })],
  ['a work that no page names', docs.worksPage('di', 0), () => ({ datIds: [] })],
  ['a work that a page names twice', docs.worksPage('di', 0), () => ({ datIds: ['old', 'old'] })],
  [
    'a page that names a work that is not there',
    docs.worksPage('di', 0),
    () => ({ datIds: ['old', 'none'] }),
  ],
  [
    'a page with too many works',
    docs.worksPage('eve', 1),
    () => ({ uid: 'eve', page: 1, datIds: Array.from({ length: 101 }, () => 'old') }),
  ],
];

/** Changes that only a comparison of everything has to find: the hourly one does not read these documents. */
export const fullPassDamages: readonly Damage[] = [
  [
    'what a posted day of streams says of a work',
    docs.movement('di', 'streams:di:2026-10-30:0'),
    first('shares', more('earnedMicros')),
  ],
  ['losses that nothing names', docs.books, more('lostMicros')],
  ['a work that the summary lists twice', docs.assetsSummary, twice('assets')],
  ['an entry without lines in the public log', docs.entry('settle:paid'), () => ({ seq: 0 })],
];
