import { live } from '@datchain/shared/contracts/paths.ts';
import { databaseRestUrl } from '@datchain/shared/contracts/site-addresses.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { CopyFile } from './copy-file.ts';
import { copiedLive } from './live-changes.ts';

/** Some writes are only marked before they are made: for so long they are looked at again. */
const OVERLAP_MILLIS = MINUTE_MILLIS;

/** Values in one request, when all are read. */
const PAGE = 300;
/** With more changes than this all are read, in a few large requests. */
const MOST_ALONE = 100;
const REQUESTS_AT_ONCE = 10;
const PATIENCE_MILLIS = 30_000;

/** What is public in the Realtime Database is read over REST, without credentials. */
type Source = Parameters<typeof databaseRestUrl>[0];

/** A value, and when it was read by the server's clock, which its answers tell in whole seconds. */
async function ask(url: string): Promise<{ value: unknown; at: Millis }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MILLIS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const at = Date.parse(response.headers.get('date') ?? '');
  return { value: await response.json(), at: Number.isNaN(at) ? Date.now() : at };
}

/** A public value of the Realtime Database. */
export const readLive = async (source: Source, path: string): Promise<unknown> =>
  (await ask(databaseRestUrl(source, path))).value;

function addressOf(source: Source, path: string, query: Record<string, unknown>): string {
  const url = new URL(databaseRestUrl(source, path));
  for (const [key, value] of Object.entries(query))
    url.searchParams.set(key, JSON.stringify(value));
  return url.href;
}

/** The database returns dense keys as a list with holes. */
const entriesOf = (value: unknown): [string, unknown][] =>
  isRecord(value) || Array.isArray(value)
    ? Object.entries(value).filter(([, own]) => own !== null)
    : [];

const isWhole = (key: string): boolean => /^(0|-?[1-9]\d{0,9})$/.test(key);

/** The order in which the database returns keys: whole numbers first, by value; then by text. */
const byKey = (a: string, b: string): number =>
  isWhole(a) && isWhole(b)
    ? Number(a) - Number(b)
    : Number(isWhole(b)) - Number(isWhole(a)) || (a < b ? -1 : 1);

/** All that a path has, page by page of keys; the last one is empty. */
async function* pagesOf(source: Source, path: string): AsyncGenerator<[string, unknown][]> {
  for (let from: string | undefined; ; ) {
    // One more than is taken: each page begins with the last key of the page before.
    const query = { orderBy: '$key', limitToFirst: PAGE + 1, ...(from ? { startAt: from } : {}) };
    const { value } = await ask(addressOf(source, path, query));
    const page = entriesOf(value).sort(([a], [b]) => byKey(a, b));
    yield page.slice(0, PAGE);
    from = page[PAGE]?.[0];
    if (from === undefined) return;
  }
}

/** Where the copy keeps the values of a path. */
export const livePlace = (path: string): string => `live/${path}`;

/** The values of a path that the copy has, by their keys. */
export const copiedValues = (copy: CopyFile, path: string) => copy.all(livePlace(path));

/** Copies all of a path. @returns the keys whose values are others than before */
async function copyPath(source: Source, copy: CopyFile, path: string): Promise<string[]> {
  const place = livePlace(path);
  const gone = new Set(copy.ids(place));
  const others: string[] = [];
  for await (const page of pagesOf(source, path)) {
    copy.together(() => {
      for (const [id, value] of page) {
        gone.delete(id);
        if (copy.put(place, { id, value, version: '' })) others.push(id);
      }
    });
  }
  copy.together(() => {
    for (const id of gone) if (copy.forget(place, id)) others.push(id);
  });
  return others;
}

/** The keys that were marked since, and when that was asked. */
async function markedSince(source: Source, path: string, since: Millis) {
  const query = { orderBy: '$value', startAt: since };
  const { value, at } = await ask(addressOf(source, live.publicChanges(path), query));
  return { ids: entriesOf(value).map(([id]) => id), at };
}

/** @returns when the database was as the copy is now, by its own clock */
export async function copyChangedLive(
  source: Source,
  copy: CopyFile,
  since: Millis,
): Promise<Millis> {
  const looked: Millis[] = [];
  for (const path of copiedLive) {
    const { ids, at } = await markedSince(source, path, since - OVERLAP_MILLIS);
    looked.push(at);
    if (ids.length > MOST_ALONE) await copyPath(source, copy, path);
    else {
      for (let start = 0; start < ids.length; start += REQUESTS_AT_ONCE) {
        const some = ids.slice(start, start + REQUESTS_AT_ONCE);
        const values = await Promise.all(
          some.map((id) => readLive(source, `${path}/${encodeURIComponent(id)}`)),
        );
        for (const [index, id] of some.entries()) {
          const value = values[index] ?? undefined;
          copy.put(livePlace(path), { id, value, version: '' });
        }
      }
    }
  }
  return Math.min(...looked);
}

/**
 * Copies everything, and forgets what is gone.
 *
 * @param since the last look at the marks: what changed before it should be in the copy already
 * @returns when the database was as the copy is now, and the paths of what changed without a mark
 */
export async function copyAllLive(
  source: Source,
  copy: CopyFile,
  since: Millis | undefined,
): Promise<{ readAt: Millis; unmarked: string[] }> {
  const looked: Millis[] = [];
  const unmarked: string[] = [];
  for (const path of copiedLive) {
    looked.push((await markedSince(source, path, Number.MAX_SAFE_INTEGER)).at);
    const others = await copyPath(source, copy, path);
    if (since === undefined) continue;
    const { ids } = await markedSince(source, path, since - OVERLAP_MILLIS);
    const marked = new Set(ids);
    for (const id of others) if (!marked.has(id)) unmarked.push(`${path}/${id}`);
  }
  return { readAt: Math.min(...looked), unmarked };
}
