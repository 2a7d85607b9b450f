import { docs } from '@datchain/shared/contracts/paths.ts';
import { readText } from '@datchain/shared/contracts/tolerant.ts';
import {
  type DatEvent,
  type HistoryLine,
  historyLines,
  newestEventsFirst,
  peopleOf,
  shownLines,
} from '@datchain/shared/domain/dat-events.ts';
import type { Firestore } from '@google-cloud/firestore';
import { eachDatEvent } from './dat-events.ts';

/** Names asked for in one request. */
const NAMES = 300;

/** The newest events of every DAT. What is too old to be shown is dropped on the way. */
async function newestEvents(firestore: Firestore): Promise<Map<string, DatEvent[]>> {
  const events = new Map<string, DatEvent[]>();
  for await (const event of eachDatEvent(firestore)) {
    const known = events.get(event.datId) ?? [];
    known.push(event);
    const isLong = known.length > 2 * shownLines;
    events.set(event.datId, isLong ? newestEventsFirst(known).slice(0, shownLines) : known);
  }
  return events;
}

async function usernames(firestore: Firestore, uids: readonly string[]) {
  const names = new Map<string, string>();
  for (let start = 0; start < uids.length; start += NAMES) {
    const refs = uids
      .slice(start, start + NAMES)
      .map((uid) => firestore.doc(docs.publicProfile(uid)));
    for (const profile of await firestore.getAll(...refs, { fieldMask: ['username'] })) {
      names.set(profile.id, readText(profile.get('username')));
    }
  }
  return names;
}

/** The newest lines of every DAT's history, newest first, by DAT id. */
export async function readHistories(firestore: Firestore): Promise<Record<string, HistoryLine[]>> {
  const events = await newestEvents(firestore);
  const names = await usernames(firestore, peopleOf([...events.values()].flat()));
  return Object.fromEntries(
    [...events].map(([datId, happened]) => [datId, historyLines(happened, names)]),
  );
}
