import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { keptFolder } from './kept-folder.ts';
import { startLedgerProcess } from './ledger-process.ts';
import { stateOfSources } from './ledger-sources.ts';
import { root } from './root.ts';
import { makeWorkDir } from './work-dir.ts';

/** The parts of a compiled ledger. */
export const compiledParts = (folder: string) => ({
  /** What every site has, whatever the data: styles and scripts. */
  site: join(folder, 'site'),
  /** What draws the pages, beginning with ledger/src/draw.ts. */
  drawing: join(folder, 'drawing'),
  entry: join(folder, 'drawing/prerender-entry.mjs'),
});

async function compile(state: string, env: NodeJS.ProcessEnv): Promise<string> {
  const work = makeWorkDir(root);
  try {
    await startLedgerProcess('compile-process.ts', [work], env).ended;
    // No one could say which of the two states this is.
    if (stateOfSources(env) !== state) throw new Error('Sources changed meanwhile: build again.');
    return work;
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    throw error;
  }
}

/**
 * The folder of the ledger as Astro compiles it. All rebuilds of this checkout together compile
 * each state of the sources once.
 *
 * @param state of its sources
 * @throws with Astro's last words when it cannot be compiled.
 */
export function compiledLedger(
  env: NodeJS.ProcessEnv,
  state = stateOfSources(env),
): Promise<string> {
  return keptFolder(join(root, 'ledger/.astro/compiled', state), () => compile(state, env));
}
