import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { keptFolder } from './kept-folder.ts';
import { startLedgerProcess } from './ledger-process.ts';
import { stateOfSources } from './ledger-sources.ts';
import { root } from './root.ts';
import { makeWorkDir } from './work-dir.ts';

export const compiledParts = (folder: string) => ({
  site: join(folder, 'site'),
  /** The code that draws pages; its entry is ledger/src/draw.ts. */
  drawing: join(folder, 'drawing'),
  entry: join(folder, 'drawing/prerender-entry.mjs'),
});

async function compile(state: string, env: NodeJS.ProcessEnv): Promise<string> {
  const work = makeWorkDir(root);
  try {
    await startLedgerProcess('compile-process.ts', [work], env).ended;
    // If the sources changed meanwhile, the output may contain both states.
    if (stateOfSources(env) !== state) throw new Error('Sources changed meanwhile: build again.');
    return work;
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Returns the folder of the compiled ledger. All rebuilds of a checkout share one compilation per state of the
 * sources.
 *
 * @throws with Astro's last output when the ledger cannot be compiled
 */
export function compiledLedger(
  env: NodeJS.ProcessEnv,
  state = stateOfSources(env),
): Promise<string> {
  return keptFolder(join(root, 'ledger/.astro/compiled', state), () => compile(state, env));
}
