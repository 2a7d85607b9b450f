/**
 * The process behind buildLedger:
 *   node draw-process.ts <compiled ledger> <folder of the site> <file for records> <number> <of>
 *
 * Draws a share of the pages, and reads each page for the check of the site while it has it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledLedger } from '@datchain/ledger/src/draw.ts';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import { compiledParts } from './compiled-ledger.ts';
import { recordPage } from './page-record.ts';
import { type PageRecords, writeRecords } from './page-records.ts';

const [compiled = '', outDir = '', recordsFile = '', number = '0', of = '1'] =
  process.argv.slice(2);
const entry = pathToFileURL(compiledParts(compiled).entry).href;
const { drawPages } = (await import(entry)) as CompiledLedger;

// There are a few folders and thousands of pages.
const made = new Set<string>();
const records: PageRecords = new Map();
const text = new TextDecoder();
const share = { number: Number(number), of: Number(of) };
for await (const { path, content } of drawPages(process.env.SITE_URL, share)) {
  const file = join(outDir, path);
  const folder = dirname(file);
  if (!made.has(folder)) mkdirSync(folder, { recursive: true });
  made.add(folder);
  writeFileSync(file, content);
  const page = path.slice(1);
  if (page.endsWith('.html'))
    records.set(page, recordPage(text.decode(content), sessionHintScript));
}
writeRecords(recordsFile, outDir, records);
