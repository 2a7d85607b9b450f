import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PublishedText, publishedTexts } from '../../ledger/testing/published.ts';
import { rebuilt } from './run-rebuild.ts';

/** Everything that the site serves which is built from the databases as they are now. */
export async function builtAgain(siteUrl: string): Promise<PublishedText[]> {
  const folder = mkdtempSync(join(tmpdir(), 'datchain-built-'));
  try {
    await rebuilt({ siteDir: join(folder, 'site'), env: { SITE_URL: siteUrl } });
    return publishedTexts(join(folder, 'site'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The names of those that have a word in them. */
export const textsWith = (texts: readonly PublishedText[], word: string): string[] =>
  texts.filter(({ text }) => text.includes(word)).map(({ name }) => name);
