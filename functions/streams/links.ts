import { readIdentifiers } from '@datchain/shared/contracts/documents/dat-identifiers.ts';
import {
  type QueuedMonthRecord,
  readMonthRecord,
} from '@datchain/shared/contracts/documents/month-record.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { readIsrc } from '@datchain/shared/domain/isrc.ts';
import type { Claim } from '@datchain/shared/domain/streams/claims.ts';
import {
  correctedMonthRecord,
  countFigures,
  listClaims,
  type MonthRecord,
  mapClaims,
  withoutEmpty,
} from '@datchain/shared/domain/streams/month-record.ts';
import { isPlaceholderId } from '@datchain/shared/domain/streams/placeholders.ts';
import { strongestKey } from '@datchain/shared/domain/streams/shared-ids.ts';
import {
  type Identifiers,
  joinIdentifiers,
  linkedIdentifiers,
  listNameKeys,
  nameKey,
  noIdentifiers,
  SHARED,
  titleAndArtist,
  unreadIsrcIn,
  type Work,
  withoutIdentifiers,
} from '@datchain/shared/domain/streams/work-names.ts';
import type { Credit, WorkIndex } from '@datchain/shared/domain/streams/works.ts';
import { type DocumentStore, put, startingWith, together } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { plainMonthRecord, queueing } from './month-records.ts';
import { remember } from './work-index.ts';

const PAGE_SIZE = 100;

/** Error of an impossible request of a person: an unknown DAT, or several songs of a name. */
export class Unclear extends Error {}

/** A name that a person says belongs to a DAT: `isrc:…`, `content:…`, `apple:…` or `title:…`. */
export interface Link {
  readonly name: string;
  readonly datId: string;
}

/**
 * Parses a name from the queue that a person confirms, and returns what the work learns by it (N-INP-04).
 *
 * @throws Unclear when it is no name of a song
 */
export function confirmedName(name: string): { readonly key: string; readonly names: Identifiers } {
  const [kind = '', ...rest] = name.split(':');
  const value = rest.join(':').trim();
  const isrc = readIsrc(value);
  const learned = (key: string) => ({ key, names: linkedIdentifiers(key) });
  const unread = unreadIsrcIn(name);
  if (unread) return learned(nameKey.unreadIsrc(unread));
  if (kind === 'isrc') {
    if (!isrc) throw new Unclear(`${value} is not an ISRC.`);
    return learned(nameKey.isrc(isrc));
  }
  if (kind === 'apple' && /^\d{1,20}$/.test(value)) return learned(nameKey.apple(value));
  const title = titleAndArtist(name);
  const key = kind === 'content' ? nameKey.content(value) : title && nameKey.title(...title);
  const isNone = kind === 'content' ? isPlaceholderId(value) : !title;
  if (key === undefined || isNone) throw new Unclear(`"${name}" is not a name of a song.`);
  return learned(key);
}

/**
 * Adds the names that a person confirmed to works.
 *
 * @returns links that a person had already made
 * @throws Unclear when the DAT is unknown or the name belongs to another work
 */
export async function confirmLinks(
  store: DocumentStore,
  workIndex: WorkIndex,
  links: readonly Link[],
): Promise<Link[]> {
  const repeated: Link[] = [];
  for (const { name, datId } of links) {
    const dat = workIndex.find(datId);
    if (!dat) throw new Unclear(`There is no DAT with the id ${datId}.`);
    const { key, names } = confirmedName(name);
    const owners = workIndex.named(key);
    if (!workIndex.mayLink(key, datId)) {
      const said = key.startsWith('isrc:') ? `The ISRC ${key.slice('isrc:'.length)}` : `"${key}"`;
      throw new Unclear(`${said} belongs to ${owners.join(' and ')}.`);
    }
    if (listNameKeys(withoutIdentifiers(names, dat.identifiers)).length === 0) {
      repeated.push({ name: key, datId });
    }
    await remember(store, workIndex, datId, names);
  }
  return repeated;
}

export interface Undone extends Link {
  /** Figures of rows that wait again. */
  readonly figures: number;
  readonly remaining: readonly string[];
}

function toQueuePlaces(
  record: MonthRecord,
  isWrong: (claim: Claim) => boolean,
): QueuedMonthRecord[] {
  const wrong = new Map<string, readonly string[]>();
  const keyOf = ({ names = [] }: Claim): string => names.join('\n');
  for (const claim of listClaims(record)) {
    if (isWrong(claim)) wrong.set(keyOf(claim), claim.names ?? []);
  }
  return [...wrong].map(([key, names]) => {
    const own = mapClaims(record, (claim) => {
      const { names: _names, ...bare } = claim;
      return isWrong(claim) && keyOf(claim) === key ? [bare] : [];
    });
    const work = { key: strongestKey(names), names: [...names] };
    return { ...withoutEmpty(own), work, label: '' };
  });
}

/**
 * Removes names from a work. Returns the names it had before, and those that remain.
 *
 * @param unlinked a name that a person has undone; it is remembered, because an import that began earlier may
 * still credit rows by it
 */
async function forget(store: DocumentStore, datId: string, names: Identifiers, unlinked?: string) {
  const path = docs.datIdentifiers(datId);
  let [before, after] = [noIdentifiers, noIdentifiers];
  await retryOnConflict(alwaysLate(`the names of ${datId}`), async () => {
    const stored = (await store.read([path])).get(path);
    before = readIdentifiers(stored?.data);
    const undone = listNameKeys(before).filter((name) => name === unlinked);
    after = joinIdentifiers(withoutIdentifiers(before, names), {
      ...noIdentifiers,
      unlinked: undone,
    });
    return store.write(stored ? put(path, { ...after }, stored) : {});
  });
  return { known: listNameKeys(before), remaining: listNameKeys(after) };
}

/** Moves a month record's wrong claims to the queue in one write; the record keeps what is right without them. */
async function takeBack(
  store: DocumentStore,
  path: string,
  isWrong: (claim: Claim) => boolean,
): Promise<number> {
  let figures = 0;
  await retryOnConflict(alwaysLate(path), async () => {
    const stored = (await store.read([path])).get(path);
    if (!stored) return 'written';
    const { datId, ...record } = readMonthRecord(stored.data);
    const places = toQueuePlaces(plainMonthRecord(record), isWrong);
    if (places.length === 0) return 'written';
    figures = places.reduce((sum, place) => sum + countFigures(place), 0);
    const after = {
      ...correctedMonthRecord(plainMonthRecord(record), (claim) => (isWrong(claim) ? [] : [claim])),
      datId,
      published: false,
      shared: false,
    };
    return store.write(together([put(path, after, stored), await queueing(store, places)]));
  });
  return figures;
}

/**
 * Returns rows to the queue that were credited to a DAT by a name which no longer means that DAT.
 *
 * @returns how many figures wait
 */
async function takeBackNamed(
  store: DocumentStore,
  workIndex: WorkIndex,
  { name: key, datId }: Link,
): Promise<number> {
  const isWrong = ({ names: own }: Claim): boolean => {
    if (!own?.some((each) => each.replace(SHARED, '') === key)) return false;
    const match = workIndex.match({ key, names: own });
    return match.kind !== 'dat' || match.datId !== datId;
  };
  let figures = 0;
  for await (const page of startingWith(store, docs.monthRecordsOf(datId), PAGE_SIZE)) {
    for (const { path } of page) figures += await takeBack(store, path, isWrong);
  }
  return figures;
}

/** Stores names that a matched work has elsewhere (N-INP-04); true if any was new. */
export async function learnFrom(
  store: DocumentStore,
  workIndex: WorkIndex,
  datId: string,
  work: Work,
): Promise<boolean> {
  const lesson = workIndex.lesson(datId, work);
  if (!lesson) return false;
  // The rows come first: if killed in between, the next report with this name begins again.
  workIndex.learn(datId, lesson.identifiers);
  for (const link of lesson.contested) await takeBackNamed(store, workIndex, link);
  await remember(store, workIndex, datId, lesson.identifiers);
  return true;
}

export interface Returned extends Credit {
  readonly figures: number;
}

/**
 * Returns rows to the queue which a person's link gives to another work than the one that got them, or leaves
 * without one. The queue credits them by the current links (docs/decisions/0040). It also returns rows of an
 * undone link that another import, started earlier, still used. Killed half-way, the next run completes it.
 *
 * @param before the index of this run; then only links count that were made or undone during it
 */
export async function returnWrongCredits(
  store: DocumentStore,
  workIndex: WorkIndex,
  before?: WorkIndex,
): Promise<Returned[]> {
  const returned: Returned[] = [];
  const keyOf = ({ name, datId }: Credit): string => `${datId} ${name}`;
  const isIn = (known: readonly Credit[] = []) => {
    const keys = new Set(known.map(keyOf));
    return (credit: Credit) => keys.has(keyOf(credit));
  };
  const takeBackCredit = async (credit: Credit) => {
    const figures = await takeBackNamed(store, workIndex, credit);
    if (figures > 0) returned.push({ ...credit, figures });
  };
  // An ISRC that another run has removed since stays known here: this run may have credited rows beside it.
  for (const { id, identifiers } of before?.all() ?? []) {
    workIndex.learn(id, { ...noIdentifiers, creditedIsrcs: identifiers.creditedIsrcs });
  }
  const wasWrong = isIn(before?.wrongCredits());
  for (const credit of workIndex.wrongCredits()) {
    if (wasWrong(credit)) continue;
    await takeBackCredit(credit);
    const { name, datId } = credit;
    if (!name.startsWith('isrc:') || workIndex.named(name).includes(datId)) continue;
    await forget(store, datId, { ...noIdentifiers, creditedIsrcs: [name] });
  }
  const wasUnlinked = isIn(before?.unlinked());
  for (const link of workIndex.unlinked()) if (!wasUnlinked(link)) await takeBackCredit(link);
  return returned;
}

async function undoLink(
  store: DocumentStore,
  workIndex: WorkIndex,
  { name, datId }: Link,
): Promise<Undone> {
  const { key, names } = confirmedName(name);
  const { known, remaining } = await forget(store, datId, names, key);
  const figures = await takeBackNamed(store, workIndex, { name: key, datId });
  if (figures === 0 && !known.includes(key)) {
    throw new Unclear(`No person has linked "${key}" to ${datId}.`);
  }
  return { name: key, datId, figures, remaining };
}

/**
 * Undoes links of a person: their names no longer count, and rows that were credited by them wait again. Killed
 * half-way, it is completed by running it again.
 *
 * @param workIndex already without the names
 * @throws Unclear for a name that no person has given to the DAT
 */
export async function undoLinks(
  store: DocumentStore,
  workIndex: WorkIndex,
  links: readonly Link[],
): Promise<Undone[]> {
  const undone: Undone[] = [];
  for (const link of links) undone.push(await undoLink(store, workIndex, link));
  return undone;
}
