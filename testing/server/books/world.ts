import { sweepProjections } from '@datchain/functions/jobs/sweep-projections.ts';
import { type Books, makeBooks } from '@datchain/functions/journal/books.ts';
import { Door, type DoorOptions } from '@datchain/functions/journal/door.ts';
import type { Committed, Entry } from '@datchain/functions/journal/entry.ts';
import { rateLimit } from '@datchain/functions/limits/rate-limit.ts';
import { Projector, type Screens } from '@datchain/functions/projector/projector.ts';
import type { Services } from '@datchain/functions/services.ts';
import type { Data, DocumentStore } from '@datchain/functions/stores/document-store.ts';
import type { LiveDatabase } from '@datchain/functions/stores/live-database.ts';
import { memoryStore } from '@datchain/functions/stores/memory-store.ts';
import { isRefusal, type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import { LostAnswer, type StripeFault } from '../lost-answers.ts';
import { type Lie, lies, lyingTurns } from '../lying-turns.ts';
import { memoryCard } from '../memory-card.ts';
import { memoryLogins } from '../memory-logins.ts';
import { memoryTransfers } from '../memory-transfers.ts';
import { seeded, unreliable } from '../unreliable-store.ts';
import type { Readers } from './memory-readers.ts';

export interface Ground {
  readonly store: DocumentStore;
  readonly readers: Readers;
  readonly setDocuments: Screens['setDocuments'];
  readonly all: () => Promise<ReadonlyMap<string, Data>>;
  readonly idle: () => Promise<unknown>;
  /** Returns the differences found by reconciliation, as sentences. */
  readonly compare: (services: Services) => Promise<string[]>;
  /** Returns the differences found by the hourly reconciliation of what has changed. */
  readonly compareChanges: (services: Services) => Promise<string[]>;
  /** Whether only the seed may decide the order of events. */
  readonly isReplayable: boolean;
}

export const siteUrl = 'https://x.test';
const START = Date.UTC(2026, 10, 1, 9);
const PROCESSES = 3;
const stripeFaults: readonly StripeFault[] = ['before', 'after', 'refused'];

/** Waits some turns of the event loop, so that other waiting work goes first. */
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await null;
}

/** Makes a process clock that only advances while the process waits; no one waits for real time. */
function ownTime(random: () => number): DoorOptions {
  let now = 0;
  return {
    // Only pauses advance this clock, so their sum says nothing about a slow server.
    patienceMillis: Number.POSITIVE_INFINITY,
    now: () => now,
    random: () => (random() % 1_000) / 1_000,
    async pause(millis) {
      now += millis;
      await turns(1 + (random() % 40));
    },
  };
}

const late = (store: DocumentStore, random: () => number): DocumentStore => ({
  ...store,
  async read(paths) {
    await turns(random() % 8);
    return store.read(paths);
  },
  async write(batch) {
    await turns(random() % 8);
    const outcome = await store.write(batch);
    await turns(random() % 8);
    return outcome;
  },
});

/** Makes a map that behaves like the Realtime Database: slow, and sometimes unreachable. */
function memoryLive(isOut: () => boolean, random: () => number): LiveDatabase {
  const values = new Map<string, unknown>();
  return {
    async patch(next) {
      await turns(random() % 80);
      if (isOut()) throw new LostAnswer('The Realtime Database is out of reach');
      for (const [path, value] of Object.entries(next)) values.set(path, value);
    },
    read: async (path) => values.get(path) ?? null,
  };
}

async function showAll(services: Services): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      await sweepProjections(services);
      return;
    } catch (error) {
      if (!(error instanceof LostAnswer)) throw error;
    }
  }
}

/** The kinds of ids that a play remembers, in order of creation; `closed` are closed accounts. */
export type Kind = 'orders' | 'payouts' | 'listings' | 'dats' | 'closed';

export type Send = () => Promise<unknown>;

export interface BooksWorld {
  readonly ground: Ground;
  readonly services: Services;
  readonly random: () => number;
  /**
   * Whether the Realtime Database is always reachable, so that screens are correct without any job.
   */
  readonly hasSteadyScreens: boolean;
  readonly card: ReturnType<typeof memoryCard>;
  readonly transfers: ReturnType<typeof memoryTransfers>;
  /** Platform tokens put on sale, by entry. */
  readonly issues: Map<string, number>;
  /** Cents that the owner paid in, by entry. */
  readonly paidIn: Map<string, number>;
  /** Stream earnings that were shared, by entry. */
  readonly shares: Map<string, number>;
  readonly sends: Send[];
  /** The texts of refusals, with their numbers masked. */
  readonly refused: Set<string>;
  readonly liedAbout: ReadonlySet<Lie>;
  /** Commits an entry for its actor, and refuses an actor who can no longer log in. */
  readonly commit: <Result>(entry: Entry<Result>) => Promise<Committed<Result> | Refusal>;
  readonly know: (kind: Kind, id: string) => void;
  /** Returns the id at this index, modulo their number; undefined while no id is known. */
  readonly nth: (kind: Kind, index: number) => string | undefined;
  readonly known: (kind: Kind) => readonly string[];
  readonly read: (path: string) => Promise<Data | undefined>;
  /** Advances the time as soon as nothing is in progress, because no request takes hours. */
  readonly wait: (millis: number) => void;
  readonly letTimePass: () => Promise<void>;
  readonly calm: () => void;
}

/**
 * Makes books with three server processes. Their store fails every third write and lies about
 * turns, Stripe loses answers, screens are sometimes unreachable, and the clock is manual.
 */
export function booksWorld(ground: Ground, seed: number): BooksWorld {
  const random = seeded(seed);
  let now = START;
  let waiting = 0;
  let isCalm = false;
  const clock = { now: () => now };
  const oneIn = (chances: number) => !isCalm && random() % chances === 0;
  const fault = () => (oneIn(5) ? (stripeFaults[random() % 3] ?? 'none') : 'none');
  const card = memoryCard(clock.now, fault);
  const transfers = memoryTransfers(clock.now, fault);

  const { readers, setDocuments, isReplayable } = ground;
  const near = isReplayable ? late(ground.store, random) : ground.store;
  const liedAbout = new Set<Lie>();
  const honest = unreliable(near, () => (isCalm ? 2 : random()));
  const store = lyingTurns(honest, () => {
    const lie = oneIn(4) ? lies[random() % lies.length] : undefined;
    if (lie) liedAbout.add(lie);
    return lie;
  });
  const hasSteadyScreens = random() % 2 === 0;
  const live = memoryLive(() => !hasSteadyScreens && oneIn(8), random);
  const screens = { live, summaries: readers.summaries, setDocuments };
  const processes = Array.from({ length: PROCESSES }, () =>
    makeBooks(
      new Door(store, clock, { maxGroup: 4, ...(isReplayable ? ownTime(random) : {}) }),
      new Projector(near, screens, readers, 0),
    ),
  );
  const books: Books = {
    commit: (entry) => (processes[random() % PROCESSES] as Books).commit(entry),
    show: (entryId) => (processes[random() % PROCESSES] as Books).show(entryId),
  };
  const logins = memoryLogins();
  // No operation uses the other services of the server.
  const services = {
    ...readers,
    authUsers: logins.authUsers,
    files: { remove: async () => {} },
    stripeAccounts: { find: async () => ({ accountId: null, customerId: null }) },
    clock,
    // The counts of rate limits do not belong to the books, so they have a store of their own.
    limits: rateLimit({ store: memoryStore(), now: clock.now }),
    store: ground.store,
    books,
    projector: new Projector(near, screens, readers, 0),
    live,
    checkout: card.checkout,
    payments: card.payments,
    connect: transfers.connect,
    environment: { stripe: { live: false }, siteUrl },
  } as unknown as Services;

  const refused = new Set<string>();
  const made: Record<Kind, string[]> = {
    orders: [],
    payouts: [],
    listings: [],
    dats: [],
    closed: [],
  };
  return {
    ground,
    services,
    random,
    hasSteadyScreens,
    card,
    transfers,
    issues: new Map(),
    paidIn: new Map(),
    shares: new Map(),
    sends: [],
    refused,
    liedAbout,
    async commit(entry) {
      const outcome = logins.isOut(entry.actor)
        ? refuse('unauthenticated', 'Please log in first.')
        : await books.commit(entry);
      if (isRefusal(outcome)) refused.add(outcome.message.replaceAll(/\d+/g, '#'));
      return outcome;
    },
    know(kind, id) {
      if (!made[kind].includes(id)) made[kind].push(id);
    },
    nth: (kind, index) => made[kind][index % Math.max(1, made[kind].length)],
    known: (kind) => [...made[kind]],
    read: async (path) => (await ground.store.read([path])).get(path)?.data,
    wait: (millis) => {
      waiting += millis;
    },
    async letTimePass() {
      if (waiting === 0) return;
      await ground.idle();
      await showAll(services);
      now += waiting;
      waiting = 0;
    },
    calm: () => {
      isCalm = true;
    },
  };
}
