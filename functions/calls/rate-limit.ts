import { createHash } from 'node:crypto';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { HOUR_MILLIS } from '@datchain/shared/domain/time.ts';
import * as v from 'valibot';
import { log } from '../log.ts';
import { type DocumentStore, put, type Versioned } from '../stores/document-store.ts';
import { alwaysLate, retryOnConflict } from '../stores/retry-on-conflict.ts';
import { inTime } from './in-time.ts';
import { type Minute, minuteOf, secondsLeft } from './minutes.ts';

/** How long a call waits for the store to count it. */
const PATIENCE_MILLIS = 3_000;
/** No longer needed after the minute: Firestore deletes it by this field. */
const KEPT_MILLIS = HOUR_MILLIS;
const MOST_KEYS = 10_000;

const storedSchema = v.object({ startedAt: v.number(), count: v.number() });

interface Caller {
  readonly answer: (waitSeconds: number | undefined) => void;
}

interface Key {
  readonly path: string;
  readonly waiting: Caller[];
  /**
   * The minute as this process knows it: other processes may have counted more since, never less.
   */
  minute: Minute;
  isCounting: boolean;
}

interface Parts {
  readonly store: DocumentStore;
  /** Milliseconds since the epoch, of real time: a shifted clock must not lock anyone out. */
  readonly now: () => number;
  readonly patienceMillis?: number;
}

export interface RateLimit {
  /**
   * Counts a call of a user in the current minute.
   *
   * @returns undefined, or if this call is one too many, in how many seconds the next is allowed
   */
  take(name: string, uid: string, perMinute: number): Promise<number | undefined>;
}

/** No uid is stored, so a deleted account leaves nothing here. */
const pathOf = (name: string, uid: string): string =>
  docs.rateLimit(createHash('sha256').update(`${name}:${uid}`).digest('hex').slice(0, 32));

/**
 * Counts calls by user across all server processes (M-56): one document for each user and function,
 * a read and a conditional write for each call (docs/decisions/0027). Calls of one user that come
 * while a write is under way are counted together by the next; once a minute is used up, this
 * process refuses the rest of it without asking.
 */
export function rateLimit({ store, now, patienceMillis = PATIENCE_MILLIS }: Parts): RateLimit {
  const keys = new Map<string, Key>();

  function keyOf(path: string): Key {
    const known = keys.get(path);
    if (known) return known;
    if (keys.size >= MOST_KEYS) keys.delete(keys.keys().next().value ?? '');
    const key = { path, waiting: [], minute: { startedAt: 0, count: 0 }, isCounting: false };
    keys.set(path, key);
    return key;
  }

  /** Counts up to so many calls. @returns how many were still free */
  async function count(key: Key, calls: number, perMinute: number): Promise<number | 'conflict'> {
    const stored: Versioned | undefined = (await store.read([key.path])).get(key.path);
    const { startedAt, count: before } = minuteOf(
      stored && v.parse(storedSchema, stored.data),
      now(),
    );
    const granted = Math.max(0, Math.min(calls, perMinute - before));
    const minute = { startedAt, count: before + granted };
    if (granted > 0) {
      const data = { ...minute, expiresAt: new Date(startedAt + KEPT_MILLIS) };
      const written = await store.write(put(key.path, data, stored));
      if (written === 'conflict') return written;
    }
    key.minute = minute;
    return granted;
  }

  /**
   * If the store does not answer, this process counts alone: the call itself needs the store too.
   */
  async function countOrGuess(key: Key, calls: number, perMinute: number): Promise<number> {
    try {
      const counted = retryOnConflict(
        alwaysLate('how many calls there were'),
        () => count(key, calls, perMinute),
        { patienceMillis },
      );
      return await inTime(counted, patienceMillis);
    } catch (error) {
      log.warn('Calls were counted by one process alone', { error: String(error) });
      const known = minuteOf(key.minute, now());
      const granted = Math.max(0, Math.min(calls, perMinute - known.count));
      key.minute = { startedAt: known.startedAt, count: known.count + granted };
      return granted;
    }
  }

  async function countWaiting(key: Key, perMinute: number): Promise<void> {
    if (key.isCounting) return;
    key.isCounting = true;
    while (key.waiting.length > 0) {
      const group = key.waiting.splice(0);
      const granted = await countOrGuess(key, group.length, perMinute);
      for (const [index, caller] of group.entries()) {
        caller.answer(index < granted ? undefined : secondsLeft(key.minute, now()));
      }
    }
    key.isCounting = false;
  }

  return {
    take(name, uid, perMinute) {
      const key = keyOf(pathOf(name, uid));
      if (minuteOf(key.minute, now()).count >= perMinute) {
        return Promise.resolve(secondsLeft(key.minute, now()));
      }
      return new Promise((answer) => {
        key.waiting.push({ answer });
        void countWaiting(key, perMinute);
      });
    },
  };
}

/** Counts in this process's memory: for requests that must not cost a read or a write. */
export function localLimit(perMinute: number, now: () => number = () => Date.now()) {
  const minutes = new Map<string, Minute>();
  return {
    /** Counts one more. @returns like `take` of a rate limit */
    take(key: string): number | undefined {
      const { startedAt, count } = minuteOf(minutes.get(key), now());
      const minute = { startedAt, count: count + 1 };
      minutes.delete(key);
      if (minutes.size >= MOST_KEYS) minutes.delete(minutes.keys().next().value ?? '');
      minutes.set(key, minute);
      return count < perMinute ? undefined : secondsLeft(minute, now());
    },
  };
}
