import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import * as v from 'valibot';
import { machine, table, writeReport } from './bench/report.ts';
import { inRepository } from './lib/root.ts';
import { explained } from './mutants/explained.ts';

/** What decides about money, who may do what, and what is shown. */
const areas = [
  'shared/domain',
  'functions/journal',
  'functions/orders',
  'functions/payouts',
  'functions/refunds',
];
/** Of all mutants, in per cent. */
const GOAL = 95;

const help = `Changes the code a little, thousands of times, and looks whether a test notices each change.
Takes hours for everything: name a folder or a file to look at a part.

  npm run test:mutants                           ${areas.join(', ')}
  npm run test:mutants -- shared/domain/books    one folder
  npm run test:mutants -- shared/domain/split.ts one file

Writes docs/bench/mutants.md. A mutant that no test can notice is explained in
scripts/mutants/explained.ts. Exits with 1 below ${GOAL}%.`;

const reportSchema = v.object({
  files: v.record(
    v.string(),
    v.object({
      source: v.string(),
      mutants: v.array(
        v.object({
          mutatorName: v.string(),
          replacement: v.optional(v.string(), ''),
          status: v.string(),
          location: v.object({
            start: v.object({ line: v.number(), column: v.number() }),
            end: v.object({ line: v.number(), column: v.number() }),
          }),
        }),
      ),
    }),
  ),
});

type Report = v.InferOutput<typeof reportSchema>;

interface Survivor {
  readonly file: string;
  readonly line: number;
  /** The line as it stands, and what the mutant has in place of a part of it. */
  readonly code: string;
  readonly replacement: string;
}

interface FileScore {
  readonly file: string;
  readonly killed: number;
  readonly explained: number;
  readonly survivors: readonly Survivor[];
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What was noticed and what was not, by file. Static mutants and broken ones are not counted. */
function scoresOf({ files }: Report): FileScore[] {
  return Object.entries(files).map(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    const alive = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
    const survivors = alive.map(({ location: { start }, replacement }) => ({
      file,
      line: start.line,
      code: oneLine(lines[start.line - 1] ?? ''),
      replacement: oneLine(replacement),
    }));
    const isExplained = ({ code, replacement }: Survivor) =>
      explained.some(
        (one) => one.file === file && one.code === code && one.replacement === replacement,
      );
    return {
      file,
      killed: mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length,
      explained: survivors.filter(isExplained).length,
      survivors: survivors.filter((one) => !isExplained(one)),
    };
  });
}

const sum = (scores: readonly FileScore[], count: (score: FileScore) => number): number =>
  scores.reduce((all, score) => all + count(score), 0);

/** Of what a test could notice, in per cent. */
function percentOf(scores: readonly FileScore[]): number {
  const killed = sum(scores, (score) => score.killed);
  const all = killed + sum(scores, ({ survivors }) => survivors.length);
  return all === 0 ? 100 : (100 * killed) / all;
}

const line = (what: string, scores: readonly FileScore[]): string[] => [
  what,
  `${sum(scores, ({ killed }) => killed)}`,
  `${sum(scores, ({ survivors }) => survivors.length)}`,
  `${sum(scores, (score) => score.explained)}`,
  percentOf(scores).toFixed(1),
];

const report = (asked: readonly string[], scores: readonly FileScore[]): string => `
# Mutants: changes to the code that a test has to notice

Written by \`npm run test:mutants${asked.length > 0 ? ` -- ${asked.join(' ')}` : ''}\`: StrykerJS changes the code a little, one
change at a time, and runs the tests of \`vitest.mutants.config.ts\` that reach it (pure functions and
the books in memory; what only a stack test notices counts as not noticed). ${machine()}.

${table(
  ['file', 'noticed', 'not noticed', 'explained', '%'],
  [...scores.map((score) => line(score.file, [score])), line('together', scores)],
)}

Goal: ${GOAL}%. ${percentOf(scores) >= GOAL ? 'Met' : 'NOT met'} for what this run looked at.

## Not noticed

${
  scores
    .flatMap(({ survivors }) => survivors)
    .map((one) => `- \`${one.file}:${one.line}\` \`${one.code}\` → \`${one.replacement}\``)
    .join('\n') || 'Nothing.'
}
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const asked = positionals.length > 0 ? positionals : areas;
  const mutate = asked.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`));
  await new Stryker({ mutate: [...mutate, '!**/*.test.ts'] }).runMutationTest();
  const written = readFileSync(inRepository('test-results/mutants.json'), 'utf8');
  const scores = scoresOf(v.parse(reportSchema, JSON.parse(written)));
  writeReport('mutants', report(positionals, scores));
  console.log(`${percentOf(scores).toFixed(1)}% noticed; docs/bench/mutants.md says the rest.`);
  if (percentOf(scores) < GOAL) process.exitCode = 1;
}

await main();
