import { rmSync } from 'node:fs';
import { readJsonLines } from '../ledger/src/rows/json-lines.ts';
import type { PageRecord, Problem } from './page-record.ts';

/** A drawn file, with its record if it is a page; or a file that could not be drawn, and the reason. */
export type DrawnFile =
  | { readonly file: string; readonly record?: PageRecord }
  | ({ readonly file: string } & Pick<Problem, 'problem'>);

/** Reads the lines of several processes, and deletes their files. */
export function* readShares(paths: readonly string[]): Generator<DrawnFile> {
  for (const path of paths) {
    yield* readJsonLines<DrawnFile>(path);
    rmSync(path);
  }
}
