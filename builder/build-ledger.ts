import { cpSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { PageGroup } from '../ledger/src/plan.ts';
import { allDone } from './all-done.ts';
import { compiledLedger, compiledParts } from './compiled-ledger.ts';
import { type Drawer, type DrawOrder, startDrawer } from './drawer.ts';
import { type DrawnFile, readShares } from './drawn-share.ts';
import { addressOfSite } from './input-names.ts';

interface LedgerBuild
  extends Pick<DrawOrder, 'outlineFile' | 'rowsFile' | 'outDir' | 'isReplacing'> {
  /** The pages to draw of routes with parameters. */
  readonly plan: readonly PageGroup[];
  /** Files of the others that are not drawn. */
  readonly kept?: readonly string[];
  readonly drawers?: number;
}

/** With fewer DATS a further process would take longer to start than to draw its share. */
const DATS_A_DRAWER = 500;
const MOST_DRAWERS = 8;

/** How many processes draw the pages of so many DATS: one for each processor, if there is enough to do. */
export const drawersFor = (dats: number): number =>
  Math.max(1, Math.min(availableParallelism(), MOST_DRAWERS, Math.floor(dats / DATS_A_DRAWER)));

/** Neighbours show the same works, which a drawer then has read already. */
const NEIGHBOURS = 50;

/** What one of the drawers draws of a plan. */
const partOf = (plan: readonly PageGroup[], { number, of }: DrawOrder['share']): PageGroup[] =>
  plan.filter((_group, place) => Math.floor(place / NEIGHBOURS) % of === number);

/** Builds ledgers: compiled once for each state of the sources, and drawn in processes of their own. */
export class LedgerBuilder {
  readonly #env: NodeJS.ProcessEnv;
  readonly #compiled: Promise<string>;
  readonly #ready: Promise<Drawer>[] = [];

  /** @param state of the sources, if it is known */
  constructor(env: NodeJS.ProcessEnv, state?: string) {
    this.#env = env;
    this.#compiled = compiledLedger(env, state);
    // Whether it could be compiled is found out when it is needed.
    this.#compiled.catch(() => {});
  }

  /** Starts the processes that draw the pages of so many DATS, before it is known which these are. */
  expect(dats: number): void {
    this.#prepare(drawersFor(dats));
  }

  /** Adds to a folder what every site has, whatever the data. @throws when it cannot be compiled */
  async addFixed(outDir: string): Promise<void> {
    cpSync(compiledParts(await this.#compiled).site, outDir, { recursive: true });
  }

  /**
   * Begins to draw the ledger.
   *
   * @returns what resolves to what was drawn, to be read once, and rejects with the last words of what failed
   * @throws when it cannot be compiled
   */
  async begin(build: LedgerBuild): Promise<{ readonly drawn: Promise<Generator<DrawnFile>> }> {
    const { plan, drawers = 1, kept = [], ...files } = build;
    const site = addressOfSite(this.#env).href;
    const begun = Array.from({ length: drawers }, async (_each, number) => {
      const drawer = await this.#take();
      const planFile = `${files.outDir}.plan-${number}`;
      const shareFile = `${files.outDir}.share-${number}`;
      const own = { planFile, shareFile, share: { number, of: drawers } };
      writeFileSync(planFile, JSON.stringify(partOf(plan, own.share)));
      drawer.begin({ ...files, ...own, site, kept });
      return { drawer, shareFile };
    });
    const all = await allDone(begun);
    // In an object, because a promise of a promise would be waited for.
    return {
      drawn: allDone(all.map(({ drawer }) => drawer.ended)).then(() =>
        readShares(all.map(({ shareFile }) => shareFile)),
      ),
    };
  }

  /** Ends what was started for a build that did not begin. */
  async close(): Promise<void> {
    await this.#compiled.catch(() => {});
    for (const ready of this.#ready.splice(0)) {
      await ready.then(
        (drawer) => drawer.close(),
        () => {},
      );
    }
  }

  #prepare(drawers: number): void {
    while (this.#ready.length < drawers) {
      const ready = this.#start();
      // Whether it started is found out when it is needed.
      ready.catch(() => {});
      this.#ready.push(ready);
    }
  }

  #start = async (): Promise<Drawer> => startDrawer(await this.#compiled, this.#env);

  #take(): Promise<Drawer> {
    return this.#ready.shift() ?? this.#start();
  }
}
