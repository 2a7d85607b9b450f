import { setTimeout as sleep } from 'node:timers/promises';
import { readBlockGuard, readDatGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { readFactsOfWork } from '@datchain/shared/contracts/documents/recording-facts.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import type { DatGuard } from '@datchain/shared/domain/books/guards.ts';
import type { DatEvent } from '@datchain/shared/domain/dat-events.ts';
import type { RecordingFacts } from '@datchain/shared/domain/recording-facts.ts';
import { log } from '../log.ts';
import type { AssetSummaries } from '../stores/asset-summaries.ts';
import type { DatEvents } from '../stores/dat-events.ts';
import type { Data, DocumentStore, Versioned } from '../stores/document-store.ts';
import type { JournalEntries } from '../stores/journal-entries.ts';
import type { LiveDatabase } from '../stores/live-database.ts';
import { listNamePaths, type PublicNames, publicNames } from '../stores/public-names.ts';
import {
  type LiveValues,
  listNextSeller,
  listProjectionPaths,
  namedPaths,
  projectOne,
  split,
  type Touched,
} from './projections.ts';
import { makeHistory, makeLiveOverlay, makeSummaryRow, namedWith } from './public-dats.ts';

export interface Screens {
  readonly live: LiveDatabase;
  readonly summaries: AssetSummaries;
  readonly setDocuments: (documents: readonly { path: string; data: Data }[]) => Promise<void>;
}

export interface Journal {
  readonly entries: JournalEntries;
  readonly datEvents: Pick<DatEvents, 'newest'>;
}

/**
 * Pause between writes: a Firestore document sustains about one write a second, and each summary is one
 * document (M-63).
 */
const SUMMARY_PAUSE_MILLIS = 1_000;

/**
 * Updates the screens' copy of the truth. It writes absolute values, then reads the truth and the names again;
 * so the later of two racing projectors always wins, and repeating is harmless. The public summaries follow at
 * their own pace; the live values are written before each answer.
 */
export class Projector {
  readonly #store: DocumentStore;
  readonly #screens: Screens;
  readonly #journal: Journal;
  #next: Round | undefined;
  #running: Promise<void> | undefined;
  readonly #pauseMillis: number;
  #nextSummaries: Summaries | undefined;
  #summarizing: Promise<void> | undefined;
  readonly #marking = new Set<Promise<void>>();
  /** When this process may write the summaries again (`performance.now()`). */
  #summariesAgainAt = 0;

  /** @param pauseMillis from the end of a write of the public summaries to the next */
  constructor(
    store: DocumentStore,
    screens: Screens,
    journal: Journal,
    pauseMillis = SUMMARY_PAUSE_MILLIS,
  ) {
    this.#store = store;
    this.#screens = screens;
    this.#journal = journal;
    this.#pauseMillis = pauseMillis;
  }

  /** Projects what was touched and marks the entries. Calls made meanwhile share the next round. */
  project(touched: readonly Touched[], entryIds: readonly string[]): Promise<void> {
    const round = this.#gather(touched, entryIds);
    this.#running ??= this.#run();
    return round.done.promise;
  }

  /** Projects an entry unless that was done; an unknown entry has nothing to show. */
  async projectEntry(entryId: string): Promise<void> {
    const entry = await this.#journal.entries.find(entryId);
    if (entry && !entry.projected) await this.project(entry.touched, [entryId]);
  }

  /**
   * Projects like `project`, and waits until the public summaries are written too and nothing moved meanwhile.
   */
  projectWhole(touched: readonly Touched[], entryIds: readonly string[] = []): Promise<void> {
    const round = this.#gather(touched, entryIds);
    this.#running ??= this.#run();
    return round.whole.promise;
  }

  /** Resolves when no write to a screen is under way and everything shown is marked, or has failed. */
  async settled(): Promise<void> {
    while (this.#running || this.#summarizing || this.#marking.size > 0) {
      await Promise.all([this.#running, this.#summarizing, ...this.#marking]);
    }
  }

  async #run(): Promise<void> {
    await Promise.resolve();
    while (this.#next) {
      const round = this.#next;
      this.#next = undefined;
      try {
        await this.#play(round);
      } catch (error) {
        // Callers that already have their answer do not see this; the sweep retries.
        log.warn('A projection failed', { error: String(error) });
        round.done.reject(error);
        round.whole.reject(error);
      }
    }
    this.#running = undefined;
  }

  async #play(round: Round): Promise<void> {
    const shown = await this.#read([...round.touched]);
    await this.#show(shown);
    round.done.resolve();
    const moving = await this.#movedSince(shown);
    const dats = shown.dats.map(({ guard }) => `dat:${guard.id}` as const);
    // Entries count as projected once the summaries are written and nothing moved meanwhile.
    const marking = Promise.all([
      moving.length > 0 ? this.#gather(moving, []).whole.promise : undefined,
      dats.length > 0 ? this.#summarize(dats) : undefined,
    ])
      .then(() => this.#journal.entries.markProjected([...round.entryIds]))
      .then(round.whole.resolve, (error) => {
        log.warn('Entries are not marked as projected', { error: String(error) });
        round.whole.reject(error);
      })
      .finally(() => this.#marking.delete(marking));
    this.#marking.add(marking);
  }

  #summarize(dats: readonly Touched[]): Promise<void> {
    this.#nextSummaries ??= { dats: new Set(), written: Promise.withResolvers<void>() };
    for (const dat of dats) this.#nextSummaries.dats.add(dat);
    const { promise } = this.#nextSummaries.written;
    this.#summarizing ??= this.#writeSummaries();
    return promise;
  }

  async #writeSummaries(): Promise<void> {
    while (this.#nextSummaries) {
      const tooEarlyMillis = this.#summariesAgainAt - performance.now();
      // Stryker disable next-line ConditionalExpression,EqualityOperator: The mutant sleeps for no time at all.
      if (tooEarlyMillis > 0) await sleep(tooEarlyMillis);
      const { dats, written } = this.#nextSummaries;
      this.#nextSummaries = undefined;
      try {
        const shown = await this.#read([...dats]);
        try {
          await this.#screens.summaries.update(
            shown.dats.map(({ guard, facts }) => makeSummaryRow(guard, shown.names, facts)),
          );
        } finally {
          // The pause begins at the end of a write, so that a slow write is not followed at once by the next.
          this.#summariesAgainAt = performance.now() + this.#pauseMillis;
        }
        const moving = await this.#movedSince(shown);
        if (moving.length === 0) written.resolve();
        else this.#summarize(moving).then(written.resolve, written.reject);
      } catch (error) {
        written.reject(error);
      }
    }
    this.#summarizing = undefined;
  }

  async #show({ touched, truth, names, dats }: Shown): Promise<void> {
    const values: LiveValues = {};
    const documents: { path: string; data: Data }[] = [];
    for (const one of touched) {
      const projection = projectOne(one, (path) => truth.get(path)?.data, names);
      Object.assign(values, projection.live);
      documents.push(...projection.documents);
    }
    for (const { guard } of dats) Object.assign(values, makeLiveOverlay(guard, names));
    // The history is written first: readers who see a live value change then read it.
    await this.#screens.setDocuments(
      dats.map(({ guard, events }) => makeHistory(guard, events, names)),
    );
    await Promise.all([this.#screens.live.patch(values), this.#screens.setDocuments(documents)]);
  }

  async #read(touched: readonly Touched[]): Promise<Shown> {
    const first = await this.#store.read([...new Set(touched.flatMap(listProjectionPaths))]);
    const named = new Map(
      touched.map((one) => [one, namedPaths(one, (path) => first.get(path)?.data)]),
    );
    const works = await this.#store.read([...new Set([...named.values()].flat())]);
    const truth = new Map([...first, ...works]);
    const dats: ShownDat[] = [];
    const people = new Map<Touched, readonly string[]>();
    await Promise.all(
      touched.map(async (one) => {
        const [kind, id] = split(one);
        const stored = (path: string) => truth.get(path)?.data;
        // Stryker disable next-line ConditionalExpression: Only blocks have a block guard, so nobody is added for others.
        if (kind === 'block')
          people.set(one, listNextSeller(readBlockGuard(stored(docs.blockGuard(id)))));
        // Stryker disable next-line ConditionalExpression: Only DATS have a DAT guard.
        const guard = kind === 'dat' ? readDatGuard(stored(docs.datGuard(id))) : undefined;
        if (!guard) return;
        const events = await this.#journal.datEvents.newest(id);
        const facts = readFactsOfWork(stored(docs.recordingFacts(id)))?.facts;
        dats.push({ guard, events, facts });
        people.set(one, namedWith(guard, events));
      }),
    );
    const uids = [...new Set([...people.values()].flat())];
    const choices = await this.#store.read(uids.flatMap(listNamePaths));
    const names = publicNames((path) => choices.get(path)?.data);
    const pathsFor = (one: Touched) => [
      ...listProjectionPaths(one),
      ...(named.get(one) ?? []),
      // Stryker disable next-line ArrayDeclaration: The mutant reads two more documents, which do not exist.
      ...(people.get(one) ?? []).flatMap(listNamePaths),
    ];
    return { touched, truth: new Map([...truth, ...choices]), pathsFor, dats, names };
  }

  async #movedSince({ touched, truth, pathsFor }: Shown): Promise<Touched[]> {
    const now = await this.#store.read([...new Set(touched.flatMap(pathsFor))]);
    return touched.filter((one) => pathsFor(one).some((path) => !same(truth, now, path)));
  }

  #gather(touched: Iterable<Touched>, entryIds: Iterable<string>): Round {
    this.#next ??= newRound();
    for (const one of touched) this.#next.touched.add(one);
    for (const id of entryIds) this.#next.entryIds.add(id);
    return this.#next;
  }
}

interface ShownDat {
  readonly guard: DatGuard;
  readonly events: readonly DatEvent[];
  readonly facts: RecordingFacts | undefined;
}

interface Shown {
  readonly touched: readonly Touched[];
  readonly truth: Truth;
  readonly pathsFor: (one: Touched) => string[];
  readonly dats: readonly ShownDat[];
  readonly names: PublicNames;
}

interface Summaries {
  readonly dats: Set<Touched>;
  readonly written: PromiseWithResolvers<void>;
}

interface Round {
  readonly touched: Set<Touched>;
  readonly entryIds: Set<string>;
  readonly done: PromiseWithResolvers<void>;
  readonly whole: PromiseWithResolvers<void>;
}

function newRound(): Round {
  const [done, whole] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // A round that no one waits for must not crash the process when it fails.
  done.promise.catch(() => {});
  whole.promise.catch(() => {});
  return { touched: new Set(), entryIds: new Set(), done, whole };
}

type Truth = ReadonlyMap<string, Versioned>;

/** Versions are Firestore timestamps or numbers; their JSON differs. */
const versionText = (truth: Truth, path: string): string =>
  JSON.stringify(truth.get(path)?.version ?? null);

const same = (a: Truth, b: Truth, path: string): boolean =>
  versionText(a, path) === versionText(b, path);
