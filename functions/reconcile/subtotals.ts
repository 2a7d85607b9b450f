import {
  type FoldHead,
  readFoldHead,
  readSubtotal,
  type Subtotal,
} from '@datchain/shared/contracts/documents/subtotal.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { type DocumentStore, pages, type Versioned } from '../stores/document-store.ts';
import type { StoredEntry } from '../stores/journal-entries.ts';
import { addTo, type Balances } from './balances.ts';
import { addEarnedBy } from './compare-earnings.ts';

type Store = Pick<DocumentStore, 'read'>;

export const EARNED_PREFIX = 'earned:';

const isOutside = (account: string): boolean => account.startsWith('world:');

type Folded = Pick<StoredEntry, 'kind' | 'postings'>;

/**
 * Adds an entry's amounts as subtotals keep them: postings of accounts inside the books, and what users earned
 * as the account `earned:{uid}`.
 */
export function addAmounts(amounts: Balances, entry: Folded): void {
  for (const { account, asset, delta } of entry.postings) {
    if (!isOutside(account)) addTo(amounts, account, asset, delta);
  }
  const earned = new Map<string, number>();
  addEarnedBy(earned, entry);
  for (const [uid, micros] of earned) addTo(amounts, `${EARNED_PREFIX}${uid}`, 'USD', micros);
}

/** Returns the id of an account's user, order, payout or block; the platform's accounts are their own. */
export const ownerOf = (account: string): string => account.slice(account.indexOf(':') + 1);

/** Splits `account asset`; no asset has a space. */
export function splitKey(key: string): [account: string, asset: string] {
  const space = key.lastIndexOf(' ');
  return [key.slice(0, space), key.slice(space + 1)];
}

export const noFolds: FoldHead = {
  number: 0,
  until: 0,
  lateFrom: 0,
  entries: 0,
  isSupplyShown: false,
};

export async function readHead(
  store: Store,
): Promise<{ head: FoldHead; stored: Versioned | undefined }> {
  const stored = (await store.read([docs.foldHead])).get(docs.foldHead);
  return { head: stored ? readFoldHead(stored.data) : noFolds, stored };
}

export function addSubtotal(balances: Balances, { account, sums }: Subtotal): void {
  for (const [asset, sum] of Object.entries(sums)) addTo(balances, account, asset, sum);
}

/** Reads the subtotals of some accounts; an account without a document has none. */
export async function readSubtotals(store: Store, accounts: readonly string[]): Promise<Balances> {
  const stored = await store.read(accounts.map(docs.subtotal));
  const balances: Balances = new Map();
  for (const { data } of stored.values()) addSubtotal(balances, readSubtotal(data));
  return balances;
}

const PAGE_SIZE = 1_000;

/** Reads all subtotals, ordered by account. */
export async function* readAllSubtotals(store: DocumentStore): AsyncGenerator<Subtotal> {
  for await (const page of pages(store, docs.subtotals, PAGE_SIZE)) {
    yield* page.map(({ data }) => readSubtotal(data));
  }
}
