import { cpSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { PageGroup } from '../ledger/src/plan.ts';
import { openJsonLines } from '../ledger/src/rows/json-lines.ts';
import { allDone } from './all-done.ts';
import { compiledLedger, compiledParts } from './compiled-ledger.ts';
import { type Drawer, type DrawOrder, startDrawer } from './drawer.ts';
import { type DrawnFile, readShares } from './drawn-share.ts';
import { addressOfSite } from './input-names.ts';

interface LedgerBuild
  extends Pick<DrawOrder, 'outlineFile' | 'rowsFile' | 'outDir' | 'isReplacing'> {
  readonly plan: readonly PageGroup[];
  /** Files outside the plan that are not drawn again. */
  readonly kept?: readonly string[];
  readonly drawers?: number;
}

/** Below this number of DATS another process takes longer to start than to draw its part. */
const DATS_PER_DRAWER = 500;
const MAX_DRAWERS = 8;

/** Returns the number of processes that draw so many DATS: one per processor if there is enough work. */
export const drawersFor = (dats: number): number =>
  Math.max(1, Math.min(availableParallelism(), MAX_DRAWERS, Math.floor(dats / DATS_PER_DRAWER)));

/** Neighbours in the plan show the same works, so one process draws a block of them. */
const BLOCK_SIZE = 50;

export const partOf = (plan: readonly PageGroup[], { number, of }: DrawOrder['share']) =>
  plan.filter((_group, place) => Math.floor(place / BLOCK_SIZE) % of === number);

function writePlan(path: string, groups: readonly PageGroup[]): void {
  const lines = openJsonLines(path);
  for (const group of groups) lines.add(group);
  lines.close();
}

/** Compiles the ledger once per state of the sources, and draws it in processes. */
export class LedgerBuilder {
  readonly #env: NodeJS.ProcessEnv;
  readonly #compiled: Promise<string>;
  readonly #ready: Promise<Drawer>[] = [];

  constructor(env: NodeJS.ProcessEnv, state?: string) {
    this.#env = env;
    this.#compiled = compiledLedger(env, state);
    // The error is thrown where the compiled ledger is used.
    this.#compiled.catch(() => {});
  }

  /** Starts the drawing processes early, before the plan is known. */
  expect(dats: number): void {
    this.#prepare(drawersFor(dats));
  }

  /** Copies scripts and styles into a folder. @throws when the ledger cannot be compiled */
  async addFixed(outDir: string): Promise<void> {
    cpSync(compiledParts(await this.#compiled).site, outDir, { recursive: true });
  }

  /**
   * Starts drawing.
   *
   * @returns the drawn files, which can be read once; rejects with the last output of a failed process
   * @throws when the ledger cannot be compiled
   */
  async begin(build: LedgerBuild): Promise<{ readonly drawn: Promise<Generator<DrawnFile>> }> {
    const { plan, drawers = 1, kept = [], ...files } = build;
    const site = addressOfSite(this.#env).href;
    const begun = Array.from({ length: drawers }, async (_each, number) => {
      const drawer = await this.#take();
      const planFile = `${files.outDir}.plan-${number}`;
      const shareFile = `${files.outDir}.share-${number}`;
      const own = { planFile, shareFile, share: { number, of: drawers } };
      writePlan(planFile, partOf(plan, own.share));
      drawer.begin({ ...files, ...own, site, kept });
      return { drawer, shareFile };
    });
    const all = await allDone(begun);
    // The object keeps the caller's await from waiting for the inner promise.
    return {
      drawn: allDone(all.map(({ drawer }) => drawer.ended)).then(() =>
        readShares(all.map(({ shareFile }) => shareFile)),
      ),
    };
  }

  /** Kills the processes that no build used. */
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
      // The error is thrown where the process is used.
      ready.catch(() => {});
      this.#ready.push(ready);
    }
  }

  #start = async (): Promise<Drawer> => startDrawer(await this.#compiled, this.#env);

  #take(): Promise<Drawer> {
    return this.#ready.shift() ?? this.#start();
  }
}
