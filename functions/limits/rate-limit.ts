import { createHash } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import * as v from 'valibot';
import { log } from '../log.ts';
import { type DocumentStore, put, type Versioned } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { inTime } from './in-time.ts';
import { type Limit, perMinute, secondsLeft, selectWindow, type Window } from './windows.ts';

const STORE_TIMEOUT_MILLIS = 3_000;
/** How long Firestore keeps a counter after its window, by the field `expiresAt`. */
const RETENTION_MILLIS = HOUR_MILLIS;
const MAX_KEYS = 10_000;

const storedSchema = v.object({ startedAt: v.number(), count: v.number() });

interface Caller {
  readonly answer: (waitSeconds: number | undefined) => void;
}

interface Key {
  readonly path: string;
  readonly waiting: Caller[];
  /** The window as this process knows it: other processes may have counted more since, never less. */
  window: Window;
  isCounting: boolean;
}

interface Parts {
  readonly store: DocumentStore;
  readonly now: () => number;
  readonly patienceMillis?: number;
}

export type RateLimit = ReturnType<typeof rateLimit>;

/** Hashes the caller, so that no uid or address is stored and a deleted account leaves nothing here. */
const pathOf = (name: string, who: string): string =>
  docs.rateLimit(createHash('sha256').update(`${name}:${who}`).digest('hex').slice(0, 32));

/**
 * Counts calls by user across all server processes (M-56): one document for each user and function,
 * a read and a conditional write for each call (docs/decisions/0027). Calls of one user that come
 * during a write are counted together by the next. Once a window is used up, this process refuses
 * the rest of it without a read.
 */
export function rateLimit({ store, now, patienceMillis = STORE_TIMEOUT_MILLIS }: Parts) {
  const keys = new Map<string, Key>();

  function keyOf(path: string): Key {
    const known = keys.get(path);
    if (known) return known;
    if (keys.size >= MAX_KEYS) keys.delete(keys.keys().next().value ?? '');
    const key = { path, waiting: [], window: { startedAt: 0, count: 0 }, isCounting: false };
    keys.set(path, key);
    return key;
  }

  async function count(key: Key, calls: number, limit: Limit): Promise<number | 'conflict'> {
    const stored: Versioned | undefined = (await store.read([key.path])).get(key.path);
    const { startedAt, count: before } = selectWindow(
      stored && v.parse(storedSchema, stored.data),
      now(),
      limit,
    );
    const granted = Math.max(0, Math.min(calls, limit.most - before));
    const window = { startedAt, count: before + granted };
    if (granted > 0) {
      const expiresAt = new Date(startedAt + limit.windowMillis + RETENTION_MILLIS);
      const data = { ...window, expiresAt };
      const written = await store.write(put(key.path, data, stored));
      if (written === 'conflict') return written;
    }
    key.window = window;
    return granted;
  }

  /** Counts in this process alone if the store does not answer: the call itself needs the store too. */
  async function countOrGuess(key: Key, calls: number, limit: Limit): Promise<number> {
    try {
      const counted = retryOnConflict(
        alwaysLate('how many calls there were'),
        () => count(key, calls, limit),
        { patienceMillis },
      );
      return await inTime(counted, patienceMillis);
    } catch (error) {
      log.warn('Calls were counted by one process alone', { error: String(error) });
      const known = selectWindow(key.window, now(), limit);
      const granted = Math.max(0, Math.min(calls, limit.most - known.count));
      key.window = { startedAt: known.startedAt, count: known.count + granted };
      return granted;
    }
  }

  async function countWaiting(key: Key, limit: Limit): Promise<void> {
    if (key.isCounting) return;
    key.isCounting = true;
    while (key.waiting.length > 0) {
      const group = key.waiting.splice(0);
      const granted = await countOrGuess(key, group.length, limit);
      for (const [index, caller] of group.entries()) {
        caller.answer(index < granted ? undefined : secondsLeft(key.window, now(), limit));
      }
    }
    key.isCounting = false;
  }

  return {
    /**
     * Counts a call of a user or an address in the current window. Each name has one limit.
     *
     * @returns undefined, or for one call too many the seconds until the next is allowed
     */
    take(name: string, who: string, limit: Limit): Promise<number | undefined> {
      const key = keyOf(pathOf(name, who));
      if (selectWindow(key.window, now(), limit).count >= limit.most) {
        return Promise.resolve(secondsLeft(key.window, now(), limit));
      }
      return new Promise((answer) => {
        key.waiting.push({ answer });
        void countWaiting(key, limit);
      });
    },
  };
}

/** Counts in this process's memory, for requests that must not cost a read or a write. */
export function localLimit(most: number, now: () => number = () => Date.now()) {
  const limit = perMinute(most);
  const windows = new Map<string, Window>();
  return {
    take(key: string): number | undefined {
      const { startedAt, count } = selectWindow(windows.get(key), now(), limit);
      const window = { startedAt, count: count + 1 };
      windows.delete(key);
      if (windows.size >= MAX_KEYS) windows.delete(windows.keys().next().value ?? '');
      windows.set(key, window);
      return count < most ? undefined : secondsLeft(window, now(), limit);
    },
  };
}
