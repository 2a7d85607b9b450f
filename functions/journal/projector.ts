import { readDatGuard } from '@datchain/shared/contracts/documents/guards.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { log } from '../log.ts';
import type { AssetSummaries, SummaryChange } from '../stores/asset-summaries.ts';
import type { Data, DocumentStore, Versioned } from '../stores/document-store.ts';
import type { JournalEntries } from '../stores/journal-entries.ts';
import type { LiveDatabase } from '../stores/live-database.ts';
import { type LiveValues, pathsOf, projectOne, split, type Touched } from './projections.ts';
import { liveOf, ownersOf, summaryOf } from './public-dats.ts';

/** Where what screens show is kept. */
export interface Screens {
  readonly live: LiveDatabase;
  readonly summaries: AssetSummaries;
  readonly setDocuments: (documents: readonly { path: string; data: Data }[]) => Promise<void>;
}

/**
 * Brings the live values up to the truth. It writes absolute values and reads the truth again
 * afterwards, so that of two projectors racing the later one always has the last word; repeating is
 * harmless.
 */
export class Projector {
  readonly #store: DocumentStore;
  readonly #screens: Screens;
  readonly #entries: JournalEntries;
  #next: Round | undefined;
  #running: Promise<void> | undefined;

  constructor(store: DocumentStore, screens: Screens, entries: JournalEntries) {
    this.#store = store;
    this.#screens = screens;
    this.#entries = entries;
  }

  /** Projects what was touched and marks the entries. Calls made meanwhile share the next round. */
  project(touched: readonly Touched[], entryIds: readonly string[]): Promise<void> {
    const round = this.#gather(touched, entryIds);
    this.#running ??= this.#run();
    return round.done.promise;
  }

  async #run(): Promise<void> {
    // Lets the calls of one group gather into one round.
    await Promise.resolve();
    while (this.#next) {
      const round = this.#next;
      this.#next = undefined;
      try {
        await this.#play(round);
      } catch (error) {
        // Callers that have their answer already do not see this; the sweep shows it again.
        log.warn('A projection failed', { error: String(error) });
        round.done.reject(error);
      }
    }
    this.#running = undefined;
  }

  async #play(round: Round): Promise<void> {
    const { moving, changes } = await this.#show([...round.touched]);
    round.done.resolve();
    // The summaries hold many DATS in one document: nobody waits for them, the live values are there.
    if (changes.length > 0) await this.#screens.summaries.update(changes);
    if (moving.length === 0) await this.#entries.markProjected([...round.entryIds]);
    // Entries count as projected once nothing moved under them.
    else this.#gather(moving, round.entryIds);
  }

  /**
   * Shows the truth once.
   *
   * @returns what changed meanwhile and has to be shown again; what the public summaries still need
   */
  async #show(
    touched: readonly Touched[],
  ): Promise<{ moving: Touched[]; changes: SummaryChange[] }> {
    const truth = await this.#read(touched);
    const values: LiveValues = {};
    const documents: { path: string; data: Data }[] = [];
    for (const one of touched) {
      const projection = projectOne(one, (path) => truth.get(path)?.data);
      Object.assign(values, projection.live);
      documents.push(...projection.documents);
    }
    const changes = await this.#showDats(touched, truth, values);
    await Promise.all([this.#screens.live.patch(values), this.#screens.setDocuments(documents)]);
    const now = await this.#read(touched);
    const moving = touched.filter((one) => pathsOf(one).some((path) => !same(truth, now, path)));
    return { moving, changes };
  }

  async #showDats(
    touched: readonly Touched[],
    truth: Truth,
    values: LiveValues,
  ): Promise<SummaryChange[]> {
    const dats = touched
      .map(split)
      .filter(([kind]) => kind === 'dat')
      .flatMap(([, id]) => readDatGuard(truth.get(docs.datGuard(id))?.data) ?? []);
    const names = await this.#screens.summaries.publicNames([...new Set(dats.flatMap(ownersOf))]);
    for (const dat of dats) Object.assign(values, liveOf(dat, names));
    return dats.map((dat) => summaryOf(dat, names));
  }

  #gather(touched: Iterable<Touched>, entryIds: Iterable<string>): Round {
    this.#next ??= newRound();
    for (const one of touched) this.#next.touched.add(one);
    for (const id of entryIds) this.#next.entryIds.add(id);
    return this.#next;
  }

  #read(touched: readonly Touched[]): Promise<Map<string, Versioned>> {
    return this.#store.read([...new Set(touched.flatMap(pathsOf))]);
  }
}

interface Round {
  readonly touched: Set<Touched>;
  readonly entryIds: Set<string>;
  readonly done: PromiseWithResolvers<void>;
}

function newRound(): Round {
  const done = Promise.withResolvers<void>();
  // Whoever does not wait for the round must not bring the process down when it fails.
  done.promise.catch(() => {});
  return { touched: new Set(), entryIds: new Set(), done };
}

type Truth = ReadonlyMap<string, Versioned>;

/** Versions are Firestore timestamps or numbers: both have a text that tells them apart. */
const versionText = (truth: Truth, path: string): string =>
  JSON.stringify(truth.get(path)?.version ?? null);

const same = (a: Truth, b: Truth, path: string): boolean =>
  versionText(a, path) === versionText(b, path);
