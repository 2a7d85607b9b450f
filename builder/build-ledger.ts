import { cpSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { PageGroup } from '@datchain/ledger/src/plan.ts';
import { allDone } from './all-done.ts';
import { compiledLedger, compiledParts } from './compiled-ledger.ts';
import { type Drawer, type DrawOrder, type PlanFile, startDrawer } from './drawer.ts';
import { type DrawnShare, readShares } from './drawn-share.ts';
import { addressOfSite } from './input-names.ts';

interface LedgerBuild
  extends Pick<DrawOrder, 'outlineFile' | 'rowsFile' | 'outDir' | 'isReplacing'> {
  /** The pages to draw of routes with parameters. */
  readonly plan: readonly PageGroup[];
  /** Files of the others that are not drawn. */
  readonly kept?: readonly string[];
  /** How many processes draw pages at once. */
  readonly drawers?: number;
}

/** With fewer DATS a further process would take longer to start than to draw its share. */
const DATS_A_DRAWER = 500;
const MOST_DRAWERS = 8;

/** How many processes draw the pages of so many DATS: one for each processor, if there is enough to do. */
export const drawersFor = (dats: number): number =>
  Math.max(1, Math.min(availableParallelism(), MOST_DRAWERS, Math.floor(dats / DATS_A_DRAWER)));

/** Few enough that all drawers end at about the same time. */
const GROUPS_A_LIST = 100;

/**
 * Writes what is to be drawn into files, one after the other as they are asked for.
 *
 * @param begin of the names of the files
 */
function listsOf(groups: readonly PageGroup[], begin: string): () => PlanFile {
  let at = 0;
  return () => {
    if (at >= groups.length) return null;
    const file = `${begin}-${at}`;
    writeFileSync(file, JSON.stringify(groups.slice(at, at + GROUPS_A_LIST)));
    at += GROUPS_A_LIST;
    return file;
  };
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

  /** @param state of the sources, if it is known */
  constructor(env: NodeJS.ProcessEnv, state?: string) {
    this.#env = env;
    this.#compiled = compiledLedger(env, state);
    this.#ready = this.#start();
    // Whether it started is found out when it is needed.
    this.#ready.catch(() => {});
  }

  /** Adds to a folder what every site has, whatever the data. @throws when it cannot be compiled */
  async addFixed(outDir: string): Promise<void> {
    cpSync(compiledParts(await this.#compiled).site, outDir, { recursive: true });
  }

  /**
   * Begins to draw the ledger.
   *
   * @returns what resolves to what was drawn, and rejects with the last words of what failed
   * @throws when it cannot be compiled
   */
  async begin(build: LedgerBuild): Promise<{ readonly drawn: Promise<DrawnShare> }> {
    const { plan, drawers = 1, kept = [], ...files } = build;
    const site = addressOfSite(this.#env).href;
    const begun = Array.from({ length: drawers }, async (_each, number) => {
      const drawer = await this.#take();
      const shareFile = `${files.outDir}.share-${number}`;
      drawer.begin({ ...files, shareFile, share: { number, of: drawers }, site, kept });
      return { drawer, shareFile };
    });
    const all = await allDone(begun);
    const next = listsOf(plan, `${files.outDir}.plan`);
    for (const { drawer } of all) drawer.giveLists(next);
    // In an object, because a promise of a promise would be waited for.
    return {
      drawn: allDone(all.map(({ drawer }) => drawer.ended)).then(() =>
        readShares(all.map(({ shareFile }) => shareFile)),
      ),
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
