import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import type { PageRecord, Problem } from './page-record.ts';

/** A file that was drawn, with its record if it is a page; or a file that could not be drawn, and why. */
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

/** Reads the files that several processes have drawn. */
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
