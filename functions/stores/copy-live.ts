import { live } from '@datchain/shared/contracts/paths.ts';
import { databaseRestUrl } from '@datchain/shared/contracts/site-addresses.ts';
import { isRecord } from '@datchain/shared/contracts/tolerant.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import type { CopyFile } from './copy-file.ts';
import { copiedLive } from './live-changes.ts';

/** Some writes follow their mark, so the last minute is read again. */
const OVERLAP_MILLIS = MINUTE_MILLIS;

const PAGE_SIZE = 300;
/** Above this number of changes, a full read needs fewer requests. */
const MAX_SINGLE_READS = 100;
const CONCURRENCY = 10;
const TIMEOUT_MILLIS = 30_000;

/** Public values of the Realtime Database are read over REST, without credentials. */
type Source = Parameters<typeof databaseRestUrl>[0];

/** Fetches a value with the server's time, in whole seconds. */
async function ask(url: string): Promise<{ value: unknown; at: Millis }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MILLIS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const at = Date.parse(response.headers.get('date') ?? '');
  return { value: await response.json(), at: Number.isNaN(at) ? Date.now() : at };
}

export const readLive = async (source: Source, path: string): Promise<unknown> =>
  (await ask(databaseRestUrl(source, path))).value;

function addressOf(source: Source, path: string, query: Record<string, unknown>): string {
  const url = new URL(databaseRestUrl(source, path));
  for (const [key, value] of Object.entries(query))
    url.searchParams.set(key, JSON.stringify(value));
  return url.href;
}

/** The database returns dense keys as an array with holes. */
const entriesOf = (value: unknown): [string, unknown][] =>
  isRecord(value) || Array.isArray(value)
    ? Object.entries(value).filter(([, own]) => own !== null)
    : [];

const isWhole = (key: string): boolean => /^(0|-?[1-9]\d{0,9})$/.test(key);

/** Compares keys as the database orders them: integers first, by value; then text. */
const byKey = (a: string, b: string): number =>
  isWhole(a) && isWhole(b)
    ? Number(a) - Number(b)
    : Number(isWhole(b)) - Number(isWhole(a)) || (a < b ? -1 : 1);

async function* pagesOf(source: Source, path: string): AsyncGenerator<[string, unknown][]> {
  for (let from: string | undefined; ; ) {
    // Each page begins with the last key of the former page.
    const query = {
      orderBy: '$key',
      limitToFirst: PAGE_SIZE + 1,
      ...(from ? { startAt: from } : {}),
    };
    const { value } = await ask(addressOf(source, path, query));
    const page = entriesOf(value).sort(([a], [b]) => byKey(a, b));
    yield page.slice(0, PAGE_SIZE);
    from = page[PAGE_SIZE]?.[0];
    if (from === undefined) return;
  }
}

export const livePlace = (path: string): string => `live/${path}`;

export const copiedValues = (copy: CopyFile, path: string) => copy.all(livePlace(path));

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

async function markedSince(source: Source, path: string, since: Millis) {
  const query = { orderBy: '$value', startAt: since };
  const { value, at } = await ask(addressOf(source, live.publicChanges(path), query));
  return { ids: entriesOf(value).map(([id]) => id), at };
}

/** Copies marked changes. Returns the time of the copied state, by the database's clock. */
export async function copyChangedLive(
  source: Source,
  copy: CopyFile,
  since: Millis,
): Promise<Millis> {
  const looked: Millis[] = [];
  for (const path of copiedLive) {
    const { ids, at } = await markedSince(source, path, since - OVERLAP_MILLIS);
    looked.push(at);
    if (ids.length > MAX_SINGLE_READS) await copyPath(source, copy, path);
    else {
      for (let start = 0; start < ids.length; start += CONCURRENCY) {
        const some = ids.slice(start, start + CONCURRENCY);
        const values = await Promise.all(
          some.map((id) => readLive(source, `${path}/${encodeURIComponent(id)}`)),
        );
        copy.together(() => {
          for (const [index, id] of some.entries()) {
            const value = values[index] ?? undefined;
            copy.put(livePlace(path), { id, value, version: '' });
          }
        });
      }
    }
  }
  return Math.min(...looked);
}

/**
 * Copies everything, and deletes missing values from the copy.
 *
 * @param since the last update: the copy should have all earlier writes
 * @returns the time of the copied state, and the paths of earlier writes that had no mark
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
