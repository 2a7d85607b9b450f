import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import type { PageRecord, Problem } from './page-record.ts';

/** A drawn file, with its record if it is a page; or a file that could not be drawn, and the reason. */
export type DrawnFile =
  | { readonly file: string; readonly record?: PageRecord }
  | ({ readonly file: string } & Pick<Problem, 'problem'>);

const BUFFER_CHARS = 1 << 20;

/** Appends one JSON line per file, so that records do not stay in memory. */
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
      if (waiting.length > BUFFER_CHARS) flush();
    },
    close: () => {
      flush();
      closeSync(opened);
    },
  };
}

/** Reads the lines of several processes, and deletes their files. */
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
