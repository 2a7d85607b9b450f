import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { allDone } from './all-done.ts';
import { compiledLedger, compiledParts } from './compiled-ledger.ts';
import { runLedgerProcess } from './ledger-process.ts';
import { readPages, type SitePages } from './page-records.ts';

interface LedgerBuild {
  readonly snapshotFile: string;
  /** A list of the DATS whose own pages are not built. */
  readonly keptFile: string;
  readonly outDir: string;
  /** The live site, if its pages may be taken over, and the keys of those. */
  readonly last?: { readonly siteDir: string; readonly keys: SitePages['keys'] };
  readonly env: NodeJS.ProcessEnv;
  /** How many processes draw pages at once. */
  readonly drawers?: number;
}

/** With fewer DATS a further process would take longer to start than to draw its share. */
const DATS_A_DRAWER = 500;
/** Each of them holds all the data. */
const MOST_DRAWERS = 8;

/** How many processes draw the pages of so many DATS: one for each processor, if there is enough to do. */
export const drawersFor = (dats: number): number =>
  Math.max(1, Math.min(availableParallelism(), MOST_DRAWERS, Math.floor(dats / DATS_A_DRAWER)));

/**
 * Builds the ledger into `outDir`: compiled once for each state of its sources, and drawn from the
 * data in processes of their own.
 *
 * @returns what is known of the pages: records of those that were drawn, and all keys
 * @throws with the last words of what failed.
 */
export async function buildLedger(build: LedgerBuild): Promise<SitePages> {
  const { snapshotFile, keptFile, outDir, env, last, drawers = 1 } = build;
  const compiled = await compiledLedger(env);
  cpSync(compiledParts(compiled).site, outDir, { recursive: true });
  const data = { ...env, LEDGER_SNAPSHOT: snapshotFile, LEDGER_KEPT: keptFile };
  const lastParameters: string[] = [];
  if (last && last.keys.size > 0) {
    const keysFile = `${outDir}.keys.json`;
    writeFileSync(keysFile, JSON.stringify([...last.keys]));
    lastParameters.push(keysFile, last.siteDir);
  }
  const shares = await allDone(
    Array.from({ length: drawers }, async (_each, number) => {
      const shareFile = `${outDir}.share-${number}.json`;
      const parameters = [
        compiled,
        outDir,
        shareFile,
        `${number}`,
        `${drawers}`,
        ...lastParameters,
      ];
      await runLedgerProcess('draw-process.ts', parameters, data);
      const pages = readPages(shareFile, outDir);
      rmSync(shareFile);
      return pages;
    }),
  );
  return {
    records: new Map(shares.flatMap(({ records }) => [...records])),
    keys: new Map(shares.flatMap(({ keys }) => [...keys])),
  };
}
