import { booksPaths } from '@datchain/shared/contracts/documents/books.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { isRefusal } from '@datchain/shared/domain/refusal.ts';
import { expect } from 'vitest';
import type { Entry } from '../../journal/entry.ts';
import type { Data } from '../../stores/document-store.ts';
import type { MemoryServer } from './memory-server.ts';

/** An entry and all that is written with it. */
export interface Written {
  readonly id: string;
  readonly kind: string;
  readonly actor: string;
  readonly input: unknown;
  readonly touched?: readonly string[];
  readonly refs?: unknown;
  readonly result?: unknown;
  /** How often it looked at the books: once, unless it follows what it finds. */
  readonly looks?: number;
  /** The documents that it changed, but for the journal, histories and statements; parts of the books are `docs.books`. */
  readonly wrote: readonly string[];
  /** What each user sees of it in their history. */
  readonly seen?: Readonly<Record<string, unknown>>;
  /** What everyone sees of it in a DAT's history: the kinds. */
  readonly told?: readonly unknown[];
}

const nothing = { touched: [], refs: undefined, result: null, looks: 1, seen: {}, told: [] };
const movement = /^users\/([^/]+)\/movements\//;
/** What follows from movements: what they add up to, and what is told of them. */
const following = /^users\/[^/]+\/(earnings|notifications)\/|^(mails|releaseNews)\//;

/** Commits entries and compares what was written with what is expected, to the letter. */
export const writing =
  ({ services, store, reads }: MemoryServer) =>
  async (entry: Entry, expected: Written): Promise<void> => {
    const before = store.all();
    const earlier = reads.length;
    const outcome = await services.books.commit(entry);
    if (isRefusal(outcome)) throw new Error(outcome.message);
    const wrote: string[] = [];
    const told: unknown[] = [];
    const seen: Record<string, Data> = {};
    for (const [path, data] of store.all()) {
      if (JSON.stringify(before.get(path)) === JSON.stringify(data)) continue;
      if (following.test(path)) continue;
      const uid = movement.exec(path)?.[1];
      if (uid) {
        const { at, ...what } = data;
        expect(at).toBe(services.clock.now());
        seen[uid] = what;
      } else if (path.startsWith('datEvents/')) told.push(data.kind);
      else if (path !== docs.entry(entry.id))
        wrote.push(booksPaths.includes(path) ? docs.books : path);
    }
    const { kind, actor, touched, refs, result } = store.all().get(docs.entry(entry.id)) ?? {};
    const { id, input } = entry;
    const written = { id, kind, actor, input, touched, refs, result, wrote: wrote.sort() };
    const looks = reads.length - earlier;
    expect({ ...written, looks, seen, told }).toEqual({ ...nothing, ...expected });
  };
