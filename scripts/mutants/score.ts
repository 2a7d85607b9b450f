import { existsSync, readFileSync } from 'node:fs';
import { inRepository } from '../lib/root.ts';
import { isExplained } from './explained.ts';
import type { Mutant } from './mutant.ts';

/** What became of the mutants of one file. */
export interface FileScore {
  readonly file: string;
  readonly killed: number;
  readonly explained: number;
  readonly survivors: readonly Mutant[];
}

/** What was noticed and what was not, by file. */
export const scoresOf = (mutants: readonly Mutant[]): FileScore[] =>
  [...Map.groupBy(mutants, ({ file }) => file)].map(([file, all]) => {
    const alive = all.filter(({ isNoticed }) => !isNoticed);
    return {
      file,
      killed: all.length - alive.length,
      explained: alive.filter(isExplained).length,
      survivors: alive.filter((one) => !isExplained(one)),
    };
  });

const row = /^\| +([\w/.-]+) \| +(\d+) \| +\d+ \| +(\d+) \|/;
const survivor = /^- `(.+?):(\d+)` `(.*)` → `(.*)`$/;

/** What a report says of each file: the counts, and those that were not noticed. */
export function scoresIn(report: string): FileScore[] {
  const lines = report.split('\n');
  const alive = lines.flatMap((text): Mutant[] => {
    const [, file, line, code = '', replacement = ''] = survivor.exec(text) ?? [];
    return file ? [{ file, line: Number(line), code, replacement, isNoticed: false }] : [];
  });
  return lines.flatMap((text): FileScore[] => {
    const [, file, killed, explained] = row.exec(text) ?? [];
    if (!file?.includes('/')) return [];
    const those = alive.filter((one) => one.file === file);
    const survivors = those.filter((one) => !isExplained(one));
    const newly = those.length - survivors.length;
    return [{ file, killed: Number(killed), explained: Number(explained) + newly, survivors }];
  });
}

/**
 * What the last report says of files of which nothing is kept here, because they were judged in
 * another clone. A file that is gone is left out.
 */
export function scoresFromBefore(known: readonly FileScore[]): FileScore[] {
  const report = inRepository('docs/bench/mutants.md');
  if (!existsSync(report)) return [];
  const files = new Set(known.map(({ file }) => file));
  return scoresIn(readFileSync(report, 'utf8')).filter(
    ({ file }) => !files.has(file) && existsSync(inRepository(file)),
  );
}
