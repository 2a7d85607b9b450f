/** The process behind buildLedger:  node draw-process.ts <compiled ledger> <folder of the site> */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledLedger } from '@datchain/ledger/src/draw.ts';
import { compiledParts } from './compiled-ledger.ts';

const [compiled = '', outDir = ''] = process.argv.slice(2);
const entry = pathToFileURL(compiledParts(compiled).entry).href;
const { drawPages } = (await import(entry)) as CompiledLedger;

// There are a few folders and thousands of pages.
const made = new Set<string>();
for await (const { path, content } of drawPages(process.env.SITE_URL)) {
  const file = join(outDir, path);
  const folder = dirname(file);
  if (!made.has(folder)) mkdirSync(folder, { recursive: true });
  made.add(folder);
  writeFileSync(file, content);
}
