/**
 * The process behind buildLedger:
 *   node draw-process.ts <compiled ledger> <folder of the site> <file for its share> <number> <of>
 *     [<keys of the last site> <folder of the last site>]
 *
 * Draws a share of the pages, and reads each page for the check of the site while it has it. What
 * the last site has as it would be drawn is taken over.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledLedger } from '@datchain/ledger/src/draw.ts';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import { compiledParts } from './compiled-ledger.ts';
import { recordPage } from './page-record.ts';
import { type PageRecords, writePages } from './page-records.ts';
import { takeOver } from './take-over.ts';

const [compiled = '', outDir = '', shareFile = '', number = '0', of = '1', keysFile, lastDir = ''] =
  process.argv.slice(2);
const entry = pathToFileURL(compiledParts(compiled).entry).href;
const { drawPages } = (await import(entry)) as CompiledLedger;

// There are a few folders and thousands of pages.
const made = new Set<string>();
const records: PageRecords = new Map();
const keys = new Map<string, string>();
const text = new TextDecoder();
const drawing = {
  site: process.env.SITE_URL,
  share: { number: Number(number), of: Number(of) },
  lastKeys: new Map<string, string>(keysFile ? JSON.parse(readFileSync(keysFile, 'utf8')) : []),
};
for await (const { file, key, content } of drawPages(drawing)) {
  const folder = dirname(join(outDir, file));
  if (!made.has(folder)) mkdirSync(folder, { recursive: true });
  made.add(folder);
  if (key !== undefined) keys.set(file, key);
  if (!content) {
    takeOver(file, lastDir, outDir);
    continue;
  }
  // Of the last but one site, whose folder this may be, the live one has the same file.
  if (drawing.lastKeys.has(file)) rmSync(join(outDir, file), { force: true });
  writeFileSync(join(outDir, file), content);
  if (file.endsWith('.html'))
    records.set(file, recordPage(text.decode(content), sessionHintScript));
}
writePages(shareFile, outDir, { records, keys });
