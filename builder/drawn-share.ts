import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import type { PageRecord, Problem } from './page-record.ts';

/** What became of a file: it was drawn, with what is known of it if it is a page, or could not be. */
export type DrawnFile =
  | { readonly file: string; readonly record?: PageRecord }
  | ({ readonly file: string } & Pick<Problem, 'problem'>);

/** In characters. */
const MOST_WAITING = 1 << 20;

/** Writes down what a process has drawn, a line for each file: none of it stays in memory. */
export function shareWriter(path: string): { add(drawn: DrawnFile): void; close(): void } {
  const opened = openSync(path, 'w');
  let waiting = '';
  const flush = () => {
    writeSync(opened, waiting);
    waiting = '';
  };
  return {
    add: (drawn) => {
      waiting += `${JSON.stringify(drawn)}\n`;
      if (waiting.length > MOST_WAITING) flush();
    },
    close: () => {
      flush();
      closeSync(opened);
    },
  };
}

/** What such processes have drawn together. */
export function* readShares(paths: readonly string[]): Generator<DrawnFile> {
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf('\n', at);
      yield JSON.parse(text.slice(at, end));
      at = end + 1;
    }
    rmSync(path);
  }
}
