import { closureSchema } from '@datchain/shared/contracts/documents/closure.ts';
import { readSupplyGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import {
  closeGuard,
  type Rest,
  type Waiver,
  waiveAll,
  waiveRest,
} from '@datchain/shared/domain/books/rest.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import * as v from 'valibot';
import type { Decision, Entry, View } from '../entry.ts';
import { getUser, userDocument } from './order-documents.ts';

const readGuards = (view: View, uid: string) => ({
  user: getUser(view, uid),
  supply: readSupplyGuard(view(docs.supplyGuard)),
});

function decideWaiver(
  uid: string,
  rest: Rest,
  waiver: Waiver | Refusal | undefined,
  now: number,
): Decision<null> {
  if (waiver === undefined) return { answer: null };
  if (isRefusal(waiver)) return waiver;
  const { user, supply, backingMicros, platformMicros, postings } = waiver;
  const hasTokens = rest.rewardQty > 0;
  return {
    result: null,
    postings,
    documents: [
      userDocument(user),
      ...(hasTokens ? [{ path: docs.supplyGuard, data: supply }] : []),
    ],
    increments: [
      { path: docs.books, fields: { backingMicros: 0 - backingMicros, platformMicros } },
    ],
    movements: [{ uid, data: { kind: 'rest-waived', at: now, ...rest } }],
    touched: hasTokens ? [`user:${uid}`, 'supply'] : [`user:${uid}`],
  };
}

/**
 * Gives up what is left on an account that closes, exactly as its owner agreed (N-PPL-03).
 *
 * @param closing id of the closing; an account that closes twice gives up twice
 * @param spotPriceUsd a reward token's spot price; undefined if none is set
 */
export const waiveRestEntry = (
  uid: string,
  closing: string,
  agreed: Rest,
  spotPriceUsd: number | undefined,
): Entry<null> => ({
  id: `rest-waived:${uid}:${closing}`,
  kind: 'rest-waived',
  actor: uid,
  input: agreed,
  reads: [docs.userGuard(uid), docs.supplyGuard],
  decide(view, now) {
    // Stryker disable next-line ConditionalExpression: An undefined price counts as no price; only types tell the two apart.
    const spot = spotPriceUsd === undefined ? {} : { spotPriceUsd };
    return decideWaiver(uid, agreed, waiveRest(readGuards(view, uid), agreed, spot), now);
  },
});

/**
 * Closes an account in the books permanently, just before its person is erased (N-MON-22). An account that
 * never moved anything gets its first guard here: a gift under way must find it closed (N-FST-06).
 *
 * @param closing as for `waiveRestEntry`
 */
export const closeGuardEntry = (uid: string, closing: string): Entry<null> => ({
  id: `account-closed:${uid}:${closing}`,
  kind: 'account-closed',
  actor: uid,
  input: {},
  reads: [docs.userGuard(uid)],
  decide(view, now) {
    const user = getUser(view, uid);
    if (user.closedAt !== undefined) return { answer: null };
    const closed = closeGuard(user, now);
    if (isRefusal(closed)) return closed;
    return { result: null, postings: [], documents: [userDocument(closed)], touched: [] };
  },
});

function isErased(view: View, uid: string): boolean {
  const stored = view(docs.closure(uid));
  return stored !== undefined && v.parse(closureSchema, stored).erasedAt !== undefined;
}

/**
 * Gives the platform what a closed account has earned since, as its artist agreed (decision 55).
 *
 * @param at distinguishes one waiver from the next
 * @param rest as read before; refused if it has changed since
 */
export const waiveLaterEntry = (uid: string, at: string, rest: Rest): Entry<null> => ({
  id: `rest-waived:${uid}:${at}`,
  kind: 'rest-waived',
  actor: uid,
  input: rest,
  // Stryker disable next-line ArrayDeclaration: A document that an entry does not declare is read when it is looked up, only later.
  reads: [docs.userGuard(uid), docs.supplyGuard, docs.closure(uid)],
  decide: (view, now) =>
    isErased(view, uid)
      ? decideWaiver(uid, rest, waiveAll(readGuards(view, uid), rest), now)
      : refuse('failed-precondition', 'This account is not closed.'),
});
