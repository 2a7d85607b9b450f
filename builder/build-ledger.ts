import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { allDone } from './all-done.ts';
import { compiledLedger, compiledParts } from './compiled-ledger.ts';
import { type Drawer, startDrawer } from './drawer.ts';
import { readPages, type SitePages } from './page-records.ts';

interface LedgerBuild {
  readonly snapshotFile: string;
  /** A list of the DATS whose own pages are not built. */
  readonly keptFile: string;
  readonly outDir: string;
  /** The live site, if its pages may be taken over, and the keys of those. */
  readonly last?: { readonly siteDir: string; readonly keys: SitePages['keys'] };
  /** How many processes draw pages at once. */
  readonly drawers?: number;
  /** Files that are waited for: they are drawn before all others. */
  readonly first?: readonly string[];
  /** Makes `outDir` ready, while the processes read the data. */
  readonly prepare?: () => void;
}

/** With fewer DATS a further process would take longer to start than to draw its share. */
const DATS_A_DRAWER = 500;
/** Each of them holds all the data. */
const MOST_DRAWERS = 8;

/** How many processes draw the pages of so many DATS: one for each processor, if there is enough to do. */
export const drawersFor = (dats: number): number =>
  Math.max(1, Math.min(availableParallelism(), MOST_DRAWERS, Math.floor(dats / DATS_A_DRAWER)));

/** A ledger that is being built. */
interface LedgerUnderWay {
  /** Resolves when the files that are waited for are drawn, or can no longer be. */
  readonly firstDrawn: Promise<void>;
  /**
   * What is known of the pages: records of those that were drawn, and all keys. Rejects with the last
   * words of what failed.
   */
  readonly pages: Promise<SitePages>;
}

/**
 * Builds ledgers: compiled once for each state of their sources, and drawn from the data in processes of
 * their own. One of these is started at once, to be there when it is known what there is to draw.
 */
export class LedgerBuilder {
  readonly #env: NodeJS.ProcessEnv;
  readonly #compiled: Promise<string>;
  /** Not used yet. */
  #ready: Promise<Drawer> | undefined;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
    this.#compiled = compiledLedger(env);
    this.#ready = this.#start();
    // Whether it started is found out when it is needed.
    this.#ready.catch(() => {});
  }

  /** Begins to build the ledger in a folder. @throws when it cannot be compiled */
  async begin(build: LedgerBuild): Promise<LedgerUnderWay> {
    const { outDir, drawers = 1, first = [], last, prepare } = build;
    const lastPages = last && last.keys.size > 0 ? withKeysFile(last, outDir) : undefined;
    const shareFileOf = (number: number) => `${outDir}.share-${number}.json`;
    const started = Array.from({ length: drawers }, async (_each, number) => {
      const drawer = await this.#take();
      const share = { number, of: drawers };
      const { snapshotFile, keptFile } = build;
      const files = { snapshotFile, keptFile, outDir, shareFile: shareFileOf(number) };
      drawer.tell({ draw: { ...files, share, first, last: lastPages } });
      return drawer;
    });
    const all = await allDone(started);
    try {
      prepare?.();
      cpSync(compiledParts(await this.#compiled).site, outDir, { recursive: true });
    } catch (error) {
      for (const drawer of all) drawer.close();
      throw error;
    }
    for (const drawer of all) drawer.tell('write');
    const shares = all.map(async ({ ended }, number) => {
      await ended;
      const pages = readPages(shareFileOf(number), outDir);
      rmSync(shareFileOf(number));
      return pages;
    });
    return {
      firstDrawn: Promise.all(all.map(({ firstDrawn }) => firstDrawn)).then(() => {}),
      pages: allDone(shares).then(together),
    };
  }

  /** Ends the process that was started for a build that did not begin. */
  async close(): Promise<void> {
    const ready = this.#ready;
    this.#ready = undefined;
    await ready?.then(
      (drawer) => drawer.close(),
      () => {},
    );
  }

  #start = async (): Promise<Drawer> => startDrawer(await this.#compiled, this.#env);

  #take(): Promise<Drawer> {
    const ready = this.#ready ?? this.#start();
    this.#ready = undefined;
    return ready;
  }
}

function withKeysFile({ siteDir, keys }: NonNullable<LedgerBuild['last']>, outDir: string) {
  const keysFile = `${outDir}.keys.json`;
  writeFileSync(keysFile, JSON.stringify([...keys]));
  return { siteDir, keysFile };
}

const together = (shares: readonly SitePages[]): SitePages => ({
  records: new Map(shares.flatMap(({ records }) => [...records])),
  keys: new Map(shares.flatMap(({ keys }) => [...keys])),
});
