import { existsSync, readFileSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';
import * as v from 'valibot';
import { inRepository } from '../lib/root.ts';
import { type Mutant, oneLine } from './mutant.ts';

const reportSchema = v.object({
  files: v.record(
    v.string(),
    v.object({
      source: v.string(),
      mutants: v.array(
        v.object({
          replacement: v.optional(v.string(), ''),
          status: v.string(),
          location: v.object({ start: v.object({ line: v.number() }) }),
        }),
      ),
    }),
  ),
});

const noticed = new Set(['Killed', 'Timeout']);
const unnoticed = new Set(['Survived', 'NoCoverage']);

const kept = inRepository('node_modules/.cache/datchain/mutants.json');

/** What stack tests prove, and the folders of functions whose stack tests judge it. */
const stackJudges: Readonly<Record<string, readonly string[]>> = {
  'functions/orders': ['orders'],
  'functions/payouts': ['payouts'],
  'functions/refunds': ['refunds'],
  'functions/journal': ['journal', 'orders', 'payouts', 'refunds', 'tokens'],
};

/** In `vitest.mutants.config.ts` it says which stack tests judge. */
const variable = 'MUTANTS_STACK_TESTS';

async function mutate(paths: readonly string[], judges: readonly string[]): Promise<void> {
  const files = paths.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`));
  process.env[variable] = judges.join(',');
  await new Stryker({
    mutate: [...files, '!**/*.test.ts', '!**/testing/**'],
    // No stack test imports what it calls.
    vitest: { configFile: 'vitest.mutants.config.ts', related: judges.length === 0 },
  }).runMutationTest();
}

/**
 * Lets StrykerJS change these files and folders. What it knows of others stays: only what changed
 * since, code or tests, is tried once more.
 */
export async function mutateCode(paths: readonly string[]): Promise<void> {
  const areaOf = (path: string) =>
    Object.keys(stackJudges).find((area) => path === area || path.startsWith(`${area}/`));
  for (const [area, those] of Map.groupBy(paths, areaOf)) {
    await mutate(those, stackJudges[area ?? ''] ?? []);
  }
}

/** All that is known by now; code that runs once at loading, and what is no code, is not counted. */
export function mutantsOfCode(): Mutant[] {
  if (!existsSync(kept)) return [];
  const { files } = v.parse(reportSchema, JSON.parse(readFileSync(kept, 'utf8')));
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants
      .filter(({ status }) => noticed.has(status) || unnoticed.has(status))
      .map(({ location: { start }, replacement, status }) => ({
        file,
        line: start.line,
        code: oneLine(lines[start.line - 1] ?? ''),
        replacement: oneLine(replacement),
        isNoticed: noticed.has(status),
      }));
  });
}
