/**
 * Runs as `node draw-process.ts <compiled ledger>`, started by drawer.ts.
 *
 * Draws a part of the pages, and reads each one for the check while it is in memory.
 */
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import type { CompiledLedger } from '../ledger/src/draw.ts';
import { openJsonLines } from '../ledger/src/rows/json-lines.ts';
import { compiledParts } from './compiled-ledger.ts';
import type { DrawOrder } from './drawer.ts';
import type { DrawnFile } from './drawn-share.ts';
import { recordPage } from './page-record.ts';
import { utf8 } from './utf8.ts';

/** The event loop gets a turn after this many files, to notice a disconnect. */
const FILES_PER_TURN = 100;

const [compiled = ''] = process.argv.slice(2);
// The listener is registered first: an order may arrive while modules load.
const ordered = once(process, 'message');
// A killed rebuild needs no pages.
const stop = () => process.exit(1);
process.once('disconnect', stop);

const entry = pathToFileURL(compiledParts(compiled).entry).href;
const { loadPages, drawPages } = (await import(entry)) as CompiledLedger;
await loadPages();

const [order] = await ordered;
await draw(order);
process.off('disconnect', stop);
process.disconnect();

async function draw({ outDir, isReplacing, shareFile, ...order }: DrawOrder): Promise<void> {
  const made = new Set<string>();
  const lines = openJsonLines(shareFile);
  const add = (file: DrawnFile) => lines.add(file);
  let files = 0;
  for await (const drawn of drawPages(order)) {
    const { file } = drawn;
    files += 1;
    if (files % FILES_PER_TURN === 0) await setImmediate();
    if ('problem' in drawn) {
      add(drawn);
      continue;
    }
    const path = join(outDir, file);
    const folder = dirname(path);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    if (isReplacing) rmSync(path, { force: true });
    const { content } = drawn;
    const bytes = utf8(content);
    writeFileSync(path, bytes);
    const isPage = file.endsWith('.html');
    add(isPage ? { file, record: recordPage(content, sessionHintScript, bytes.length) } : { file });
  }
  lines.close();
}
