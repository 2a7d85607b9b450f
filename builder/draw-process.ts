/**
 * The process behind a drawer (drawer.ts):
 *   node draw-process.ts <compiled ledger>
 *
 * Draws a share of the pages, and reads each page for the check of the site while it has it. What
 * the last site has as it would be drawn is taken over.
 */
import { on } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledLedger } from '@datchain/ledger/src/draw.ts';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import { compiledParts } from './compiled-ledger.ts';
import { type DrawOrder, firstAreDrawn, type ToDrawer } from './drawer.ts';
import { recordPage } from './page-record.ts';
import { type PageRecords, writePages } from './page-records.ts';
import { takeOver } from './take-over.ts';

const [compiled = ''] = process.argv.slice(2);
// From the first moment: what is sent while the ledger is loaded waits here.
const messages = on(process, 'message');
const nextMessage = async (): Promise<ToDrawer> => {
  const { value: [message] = [] } = await messages.next();
  return message;
};
// A rebuild that is gone needs no pages.
const stop = () => process.exit(1);
process.once('disconnect', stop);

const entry = pathToFileURL(compiledParts(compiled).entry).href;
const { drawPages } = (await import(entry)) as CompiledLedger;

const order = await nextMessage();
if (order === 'write') throw new Error('What is to be drawn was not said.');
await draw(order.draw);
process.off('disconnect', stop);
process.disconnect();

async function draw({ outDir, share, first, last, ...files }: DrawOrder): Promise<void> {
  // The compiled pages find the data there when they are loaded.
  process.env.LEDGER_SNAPSHOT = files.snapshotFile;
  process.env.LEDGER_KEPT = files.keptFile;
  const keysText = last ? readFileSync(last.keysFile, 'utf8') : '[]';
  const lastKeys = new Map<string, string>(JSON.parse(keysText));
  const drawing = { site: process.env.SITE_URL, share, first, lastKeys };
  // There are a few folders and thousands of pages.
  const made = new Set<string>();
  const records: PageRecords = new Map();
  const keys = new Map<string, string>();
  const text = new TextDecoder();
  let mayWrite = false;
  let isFirstDrawn = false;
  for await (const { file, key, content } of drawPages(drawing)) {
    if (!mayWrite) await nextMessage();
    mayWrite = true;
    if (!isFirstDrawn && !first.includes(file)) {
      isFirstDrawn = true;
      process.send?.(firstAreDrawn);
    }
    const folder = dirname(join(outDir, file));
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    if (key !== undefined) keys.set(file, key);
    if (!content) {
      takeOver(file, last?.siteDir ?? '', outDir);
      continue;
    }
    // Of the last but one site, whose folder this may be, the live one has the same file.
    if (lastKeys.has(file)) rmSync(join(outDir, file), { force: true });
    writeFileSync(join(outDir, file), content);
    if (file.endsWith('.html'))
      records.set(file, recordPage(text.decode(content), sessionHintScript));
  }
  writePages(files.shareFile, outDir, { records, keys });
}
