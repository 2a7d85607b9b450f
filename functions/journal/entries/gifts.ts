import { docs } from '@datchain/shared/contracts/paths.ts';
import { findEdition } from '@datchain/shared/domain/books/editions.ts';
import { giveEdition, receiverIsGone } from '@datchain/shared/domain/books/gifts.ts';
import { givenEvent } from '@datchain/shared/domain/dat-events.ts';
import { isRefusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Decision, Entry } from '../entry.ts';
import {
  accountPaths,
  changeAccounts,
  datDocument,
  findDat,
  readAccounts,
} from './edition-documents.ts';
import { type EditionRef, moved } from './editions.ts';

/**
 * Gives an edition to another user, or back to its creator, when its owner closes their account (N-FST-06). No
 * money moves. Refused once the receiver's account is being closed: its owner has agreed to what they leave.
 */
export const giveEditionEntry = (ref: EditionRef, fromUid: string, toUid: string): Entry<null> => ({
  id: `edition-gift:${ref.datId}:${ref.number}:${ref.version}`,
  kind: 'edition-given',
  actor: fromUid,
  input: { ...ref, toUid },
  reads: [
    docs.datGuard(ref.datId),
    ...accountPaths(fromUid, ref.datId),
    ...accountPaths(toUid, ref.datId),
    docs.closure(toUid),
  ],
  decide(view, now): Decision<null> {
    const { datId, number, version } = ref;
    const dat = findDat(view, datId);
    if (!dat) return refuse('not-found', 'Edition not found');
    if (view(docs.closure(toUid))) return receiverIsGone();
    const before = readAccounts(view, [fromUid, toUid], datId);
    const given = giveEdition(dat, { number, fromUid, toUid }, before, now);
    if (isRefusal(given)) return given;
    const edition = findEdition(given.dat, number);
    if (findEdition(dat, number)?.version !== version || !edition) return moved();
    const changed = changeAccounts(view, given.accounts.values(), given.dat);
    const of = { at: now, datId, edition: number };
    const isReturned = toUid === dat.creatorUid;
    return {
      result: null,
      postings: [],
      documents: [datDocument(given.dat), ...changed.documents],
      movements: [
        { uid: fromUid, data: { kind: 'edition-given', ...of } },
        { uid: toUid, data: { kind: 'edition-received', ...of, isReturned } },
      ],
      history: [givenEvent(datId, edition, fromUid, now)],
      touched: [`dat:${datId}`, ...changed.touched],
    };
  },
});
