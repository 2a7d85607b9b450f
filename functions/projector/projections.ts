import { booksPaths, readBooks } from '@datchain/shared/contracts/documents/books.ts';
import {
  readBlockGuard,
  readDatTotals,
  readSupplyGuard,
  readUserGuard,
  readWorkHoldings,
  readWorksPage,
} from '@datchain/shared/contracts/documents/guards.ts';
import { storeTokenBlock } from '@datchain/shared/contracts/documents/token-block.ts';
import { docs, live } from '@datchain/shared/contracts/paths.ts';
import {
  type BlockGuard,
  type DatTotals,
  type HoldingsGuard,
  shownBlock,
  type UserGuard,
} from '@datchain/shared/domain/books/guards.ts';
import { spendableMicros } from '@datchain/shared/domain/books/lots.ts';
import { PLATFORM } from '@datchain/shared/domain/books/orders.ts';
import { streamedOf, WORKS_A_PAGE, withStreams } from '@datchain/shared/domain/books/works.ts';
import {
  MICROS_PER_CENT,
  MICROS_PER_CREDIT,
  percentOfPpm,
  usdOfCents,
  usdOfMicros,
} from '@datchain/shared/domain/money.ts';
import type { Data } from '../stores/document-store.ts';
import { type PublicNames, UNNAMED } from '../stores/public-names.ts';

export type LiveValues = Record<string, unknown>;

export interface Projection {
  readonly live: LiveValues;
  /** Firestore documents, written whole. */
  readonly documents: readonly { path: string; data: Data }[];
}

/**
 * `user:{uid}`, `works:{uid}:{page}`, `block:{id}`, `supply` or `dat:{id}`: a part of the truth that screens
 * show. `user` includes the user's first page of works. DATS are shown with their owners' names, see
 * public-dats.ts.
 */
export type Touched = string;

type Read = (path: string) => Data | undefined;

export function listProjectionPaths(touched: Touched): string[] {
  const [kind, id] = split(touched);
  if (kind === 'user') return [docs.userGuard(id), docs.worksPage(id, 0)];
  if (kind === 'works') return [docs.worksPage(...pageOf(id))];
  if (kind === 'dat') return [docs.datGuard(id), docs.datTotals(id), docs.recordingFacts(id)];
  if (kind === 'block') return [docs.blockGuard(id)];
  if (kind === 'supply') return [docs.supplyGuard, ...booksPaths];
  throw new Error(`Nothing is projected for ${touched}`);
}

export function namedPaths(touched: Touched, read: Read): string[] {
  const [kind, id] = split(touched);
  if (kind !== 'user' && kind !== 'works') return [];
  const [uid, page] = kind === 'user' ? [id, 0] : pageOf(id);
  const { datIds } = readWorksPage(uid, page, read(docs.worksPage(uid, page)));
  return datIds.map((datId) => docs.workHoldings(uid, datId));
}

function pageOf(id: string): [uid: string, page: number] {
  const colon = id.lastIndexOf(':');
  return [id.slice(0, colon), Number(id.slice(colon + 1))];
}

function linesOfPage(uid: string, page: number, read: Read): HoldingsGuard {
  const stored = readWorksPage(uid, page, read(docs.worksPage(uid, page)));
  const works = stored.datIds.flatMap((datId) => {
    const work = readWorkHoldings(read(docs.workHoldings(uid, datId)));
    return work ? withStreams(work, streamedOf(stored, datId)) : [];
  });
  return {
    uid,
    holdings: works.flatMap(({ holdings }) => holdings),
    created: works.flatMap(({ created }) => created),
  };
}

export function split(touched: Touched): [kind: string, id: string] {
  const colon = touched.indexOf(':');
  return colon < 0 ? [touched, ''] : [touched.slice(0, colon), touched.slice(colon + 1)];
}

export function projectOne(touched: Touched, read: Read, names: PublicNames): Projection {
  const [kind, id] = split(touched);
  if (kind === 'user') {
    const user = readUserGuard(id, read(docs.userGuard(id)));
    const lines = linesOfPage(id, 0, read);
    return { live: projectUser(user), documents: [projectWallet(user, lines)] };
  }
  if (kind === 'works') return { live: {}, documents: [projectWalletPage(...pageOf(id), read)] };
  if (kind === 'block') {
    const block = readBlockGuard(read(docs.blockGuard(id)));
    return only({ [live.tokenBlock(id)]: block ? projectBlock(block, names) : null });
  }
  if (kind === 'dat') return only(projectTotals(id, readDatTotals(read(docs.datTotals(id)))));
  const supply = readSupplyGuard(read(docs.supplyGuard));
  return only({
    // Written field by field, so that a spot price beside them stays.
    [`${live.datToken}/poolCents`]: Math.floor(supply.poolMicros / MICROS_PER_CENT),
    [`${live.datToken}/circulating`]: supply.circulating,
    [`${live.datToken}/issuedToUsers`]: supply.issued,
    [live.utilitySoldCents]: readBooks(read).utilitySoldCents,
  });
}

/** Returns what a DAT's streams and sales earned before it is shared, in US dollars (R-WAL-15). */
const projectTotals = (datId: string, totals: DatTotals): LiveValues => ({
  [`${live.streamStats(datId)}/totalEarnings`]: usdOfMicros(totals.streamMicros),
  [`${live.earnings(datId)}/totalEarnings`]: usdOfMicros(totals.streamMicros + totals.salesMicros),
  [`${live.earnings(datId)}/sales/totalEarnings`]: usdOfMicros(totals.salesMicros),
});

const only = (values: LiveValues): Projection => ({ live: values, documents: [] });

const nextSeller = ({ queue }: BlockGuard): string | undefined => queue.lines[0]?.sellerUid;

export function listNextSeller(block: BlockGuard | undefined): string[] {
  const seller = block && nextSeller(block);
  return seller === undefined ? [] : [seller];
}

/** Returns whose tokens are next, as the block shows it; all unnamed sellers have the same id. */
function nextWalletId(seller: string | undefined, names: PublicNames): string {
  if (seller === undefined) return PLATFORM;
  const { id, isUnnamed } = names.of(seller);
  return isUnnamed ? UNNAMED : id;
}

function projectBlock(block: BlockGuard, names: PublicNames) {
  return storeTokenBlock({
    ...shownBlock(block),
    walletId: nextWalletId(nextSeller(block), names),
  });
}

/** Credits have at most five decimals, so their text never has an exponent. */
const credits = (micros: number): number => micros / MICROS_PER_CREDIT;

function projectUser(user: UserGuard): LiveValues {
  // One line per block, however many lots it has (R-DB-05).
  const lots = new Map<string, { price: number; qty: number }>();
  for (const { blockId, priceCents, qty } of user.lots) {
    const before = lots.get(blockId)?.qty ?? 0;
    lots.set(blockId, { price: usdOfCents(priceCents), qty: before + qty });
  }
  const earned = user.earnedDays.reduce((sum, day) => sum + day.totalMicros, 0);
  // The wallet adds editions' earnings and earned credits (R-WAL-07), so each amount is in only one of them.
  const otherEarned = earned - user.datEarnedMicros;
  const days = user.earnedDays.map(({ date, totalMicros, spentMicros }) => [
    date,
    { total: credits(totalMicros), spent: credits(spentMicros) },
  ]);
  return {
    [live.utilityWallet(user.uid)]: Object.fromEntries(lots),
    [live.utilitySpend(user.uid)]: { totalCents: user.spendCents, awarded: user.awarded },
    [`${live.rewardWallet(user.uid)}/qty`]: user.rewardQty,
    [`${live.creditSummary(user.uid)}/currentCreditsStrings`]: {
      totalCredits: credits(spendableMicros(user)).toString(),
    },
    [`${live.creditSummary(user.uid)}/earnedCreditsStrings`]: {
      totalCredits: credits(otherEarned).toString(),
    },
    [`${live.creditSummary(user.uid)}/earnedCreditsByDate`]: Object.fromEntries(days),
  };
}

/** A user's editions and created works in their stored form (R-DB-06): US dollars and percent. */
const projectLines = ({ holdings, created }: HoldingsGuard) => ({
  ownedDats: holdings.map((holding) => ({
    id: holding.datId,
    edition: holding.number,
    earnings: usdOfMicros(holding.earnedMicros),
    sold: holding.sold,
    isForSale: holding.isForSale,
    royalties: percentOfPpm(holding.sharePpm),
  })),
  ...(created.length > 0 ? { created } : {}),
});

/** `users/{uid}/wallet/main` in its stored form (R-DB-06). */
const projectWallet = (user: UserGuard, lines: HoldingsGuard) => ({
  path: docs.wallet(user.uid),
  data: {
    balance: usdOfMicros(spendableMicros(user)),
    // Left out at zero: most wallets never have it.
    ...(user.debtMicros > 0 ? { debtMicros: user.debtMicros } : {}),
    ...(user.changeMicros > 0 ? { changeMicros: user.changeMicros } : {}),
    // Oldest first, as spending takes them; the Realtime Database keeps no order.
    lots: user.lots.map(({ since: _, orderId: __, ...lot }) => lot),
    ...projectLines(lines),
    // Only if further pages exist: see `projectWalletPage`.
    ...(user.works && user.works.works > WORKS_A_PAGE ? { works: user.works } : {}),
  },
});

/** `users/{uid}/works/p{n}`: works beyond those in `main`, with their ids. */
const projectWalletPage = (uid: string, page: number, read: Read) => ({
  path: docs.walletPage(uid, page),
  data: {
    datIds: readWorksPage(uid, page, read(docs.worksPage(uid, page))).datIds,
    ...projectLines(linesOfPage(uid, page, read)),
  },
});
