import { cpSync } from 'node:fs';
import { compiledLedger, compiledParts } from './compiled-ledger.ts';
import { runLedgerProcess } from './ledger-process.ts';

interface LedgerBuild {
  readonly snapshotFile: string;
  /** A list of the DATS whose own pages are not built. */
  readonly keptFile: string;
  readonly outDir: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Builds the ledger into `outDir`: compiled once for each state of its sources, and drawn from the
 * data in a process of its own.
 *
 * @throws with the last words of what failed.
 */
export async function buildLedger(build: LedgerBuild): Promise<void> {
  const { snapshotFile, keptFile, outDir, env } = build;
  const compiled = await compiledLedger(env);
  cpSync(compiledParts(compiled).site, outDir, { recursive: true });
  const data = { LEDGER_SNAPSHOT: snapshotFile, LEDGER_KEPT: keptFile };
  await runLedgerProcess('draw-process.ts', [compiled, outDir], { ...env, ...data });
}
