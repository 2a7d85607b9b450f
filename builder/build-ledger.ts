import { cpSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { allDone } from './all-done.ts';
import { compiledLedger, compiledParts } from './compiled-ledger.ts';
import { runLedgerProcess } from './ledger-process.ts';
import { type PageRecords, readRecords } from './page-records.ts';

interface LedgerBuild {
  readonly snapshotFile: string;
  /** A list of the DATS whose own pages are not built. */
  readonly keptFile: string;
  readonly outDir: string;
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
 * @returns the records of the pages that were drawn
 * @throws with the last words of what failed.
 */
export async function buildLedger(build: LedgerBuild): Promise<PageRecords> {
  const { snapshotFile, keptFile, outDir, env, drawers = 1 } = build;
  const compiled = await compiledLedger(env);
  cpSync(compiledParts(compiled).site, outDir, { recursive: true });
  const data = { ...env, LEDGER_SNAPSHOT: snapshotFile, LEDGER_KEPT: keptFile };
  const shares = await allDone(
    Array.from({ length: drawers }, async (_each, number) => {
      const recordsFile = `${outDir}.records-${number}.json`;
      const share = [`${number}`, `${drawers}`];
      await runLedgerProcess('draw-process.ts', [compiled, outDir, recordsFile, ...share], data);
      const records = readRecords(recordsFile, outDir);
      rmSync(recordsFile);
      return records;
    }),
  );
  return new Map(shares.flatMap((records) => [...records]));
}
