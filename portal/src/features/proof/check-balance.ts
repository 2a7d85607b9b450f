import { type BalanceProof, getBalanceProof } from '@datchain/shared/contracts/books-call.ts';
import { type Due, isPartOf } from '@datchain/shared/domain/public-books/balance-tree.ts';
import * as v from 'valibot';
import { call } from '../../lib/calls/callables.ts';

const ANSWER_WITHIN_MILLIS = 20_000;

/** SHA-256 by the browser itself. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The part of /data/v1/books.json that is compared with. */
const publishedBooks = v.object({
  days: v.array(v.object({ date: v.string(), balances: v.object({ hash: v.string() }) })),
});

/**
 * Whether the site's own page has the total that the proof ends at: the one everyone else reads.
 */
async function isPublished({ date, root }: BalanceProof): Promise<boolean> {
  const response = await fetch('/data/v1/books.json', {
    signal: AbortSignal.timeout(ANSWER_WITHIN_MILLIS),
  });
  if (!response.ok) throw new Error(`The published books answered ${response.status}.`);
  const { days } = v.parse(publishedBooks, await response.json());
  return days.some((day) => day.date === date && day.balances.hash === root.hash);
}

export interface CheckedBalance {
  readonly proof: BalanceProof;
  /** What the books count as due to the user; undefined when they have no line. */
  readonly own: Due | undefined;
  /** The user's line, joined with its neighbours, ends at the total. */
  readonly isPart: boolean;
  /** Whether the page Books shows the same total; undefined when it cannot be read. */
  readonly isPublished: boolean | undefined;
}

/**
 * Asks for the caller's line of the public books and works out, in this browser, whether it is part
 * of their total.
 *
 * @throws CallError as call does
 */
export async function checkBalance(uid: string): Promise<CheckedBalance> {
  const proof = await call(getBalanceProof, {});
  const published = await isPublished(proof).catch((error: unknown) => {
    console.warn('The published books cannot be read', error);
    return undefined;
  });
  const { proof: line } = proof;
  if (!line) return { proof, own: undefined, isPart: false, isPublished: published };
  const own = { leaf: { uid, ...line.leaf }, steps: line.steps };
  const isPart = await isPartOf(proof.root, own, sha256);
  return { proof, own: line.leaf, isPart, isPublished: published };
}
