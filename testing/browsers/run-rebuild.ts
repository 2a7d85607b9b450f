import { spawn } from 'node:child_process';
import { inRepository } from '../../scripts/lib/root.ts';
import type { OwnSite } from './own-site.ts';

export type RebuildRun = { code: number | null; output: string };

/** Runs the command behind `npm run rebuild` for a site, as a process of its own. */
async function runRebuild(
  { siteDir, env }: Pick<OwnSite, 'siteDir' | 'env'>,
  ...options: string[]
): Promise<RebuildRun> {
  const script = inRepository('builder/rebuild-ledger.ts');
  const child = spawn(process.execPath, [script, '--site', siteDir, ...options], {
    cwd: inRepository(''),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

/** The same where it must succeed; returns what it said. */
export async function rebuilt(site: Pick<OwnSite, 'siteDir' | 'env'>): Promise<string> {
  const { code, output } = await runRebuild(site);
  if (code !== 0) throw new Error(`The rebuild ended with ${code}:\n${output}`);
  return output;
}
