import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PublishedText, publishedTexts } from '../../ledger/testing/published.ts';
import { inRepository } from '../../scripts/lib/root.ts';

export async function builtAgain(siteUrl: string): Promise<PublishedText[]> {
  const folder = mkdtempSync(join(tmpdir(), 'datchain-built-'));
  try {
    await rebuild(join(folder, 'site'), siteUrl);
    return publishedTexts(join(folder, 'site'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the command behind `npm run rebuild` in a separate process. @throws when it fails */
async function rebuild(siteDir: string, siteUrl: string): Promise<void> {
  const script = inRepository('builder/rebuild-ledger.ts');
  const child = spawn(process.execPath, [script, '--site', siteDir], {
    cwd: inRepository(''),
    env: { ...process.env, SITE_URL: siteUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`The rebuild ended with ${code}:\n${output}`);
}

export const textsWith = (texts: readonly PublishedText[], word: string): string[] =>
  texts.filter(({ text }) => text.includes(word)).map(({ name }) => name);
