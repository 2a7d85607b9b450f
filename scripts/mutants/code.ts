import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { inRepository } from '../lib/root.ts';
import { installStryker, type StrykerClass } from './install.ts';
import { isIn, type Mutant, oneLine } from './mutant.ts';

/** What is used of StrykerJS's report; the rest of it is kept as well. */
const reportSchema = v.looseObject({
  files: v.record(
    v.string(),
    v.looseObject({
      source: v.string(),
      mutants: v.array(
        v.looseObject({
          replacement: v.optional(v.string()),
          status: v.string(),
          location: v.looseObject({ start: v.looseObject({ line: v.number() }) }),
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
  'functions/refunds': ['refunds', 'earnings'],
  'functions/journal': ['journal', 'orders', 'payouts', 'refunds', 'earnings', 'tokens'],
  'functions/projector': ['journal', 'orders', 'payouts', 'refunds', 'earnings', 'tokens'],
  'functions/reconcile': ['journal', 'orders', 'payouts', 'refunds', 'earnings', 'tokens'],
};

/**
 * How guards, orders and payouts are stored. All of it runs at loading, which is not counted
 * elsewhere; here it is, because a field that is not read is money lost. Functions judge it: they
 * read what they have written.
 */
const schemas = 'shared/domain/books/*-schema*.ts';

/** In `vitest.mutants.config.ts` they say which tests judge. */
const [area, stackTests] = ['MUTANTS_AREA', 'MUTANTS_STACK_TESTS'];

/**
 * Forgets what no test had reached: of a file that no test loaded, StrykerJS would also keep what
 * runs at loading, which it does not count otherwise.
 */
function forgetUnreached(paths: readonly string[]): void {
  if (!existsSync(kept)) return;
  const report = v.parse(reportSchema, JSON.parse(readFileSync(kept, 'utf8')));
  for (const [file, one] of Object.entries(report.files)) {
    if (!isIn(file, paths)) continue;
    one.mutants = one.mutants.filter(({ status }) => status !== 'NoCoverage');
  }
  writeFileSync(kept, JSON.stringify(report));
}

interface How {
  /** Folders of functions whose stack tests judge. */
  readonly judges?: readonly string[];
  /** Whether what runs at loading is changed as well: each time with all tests. */
  readonly isAtLoading?: boolean;
}

async function mutate(
  Stryker: StrykerClass,
  paths: readonly string[],
  { judges = [], isAtLoading = false }: How = {},
): Promise<void> {
  const files = paths.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`));
  const others = ['**/*.test.ts', '**/testing/**', ...(isAtLoading ? [] : [schemas])];
  process.env[stackTests] = judges.join(',');
  forgetUnreached(paths);
  await new Stryker({
    configFile: 'scripts/mutants/stryker.config.mjs',
    mutate: [...files, ...others.map((path) => `!${path}`)],
    ignoreStatic: !isAtLoading,
    // No stack test imports what it calls.
    vitest: { configFile: 'vitest.mutants.config.ts', related: judges.length === 0 },
  }).runMutationTest();
}

/** Those of the schemas that these paths name, or have in them. */
const schemasIn = (paths: readonly string[]): string[] =>
  globSync(schemas, { cwd: inRepository('.') })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => isIn(file, paths));

/**
 * Lets StrykerJS change these files and folders. Pure tests judge first, in a tenth of the time;
 * stack tests only where something is left that they do not notice. What is known of others stays:
 * only what changed since, code or tests, is tried once more. With `isPure` stack tests are not
 * asked.
 */
export async function mutateCode(paths: readonly string[], isPure = false): Promise<void> {
  const Stryker = await installStryker();
  const folderOf = (path: string) =>
    Object.keys(stackJudges).find((folder) => isIn(path, [folder]));
  for (const [folder, those] of Map.groupBy(paths, folderOf)) {
    process.env[area] = folder ? 'functions' : 'shared/domain';
    await mutate(Stryker, those);
    if (folder && !isPure && mutantsOfCode(those).some(({ isNoticed }) => !isNoticed)) {
      await mutate(Stryker, those, { judges: stackJudges[folder] ?? [] });
    }
  }
  const stored = schemasIn(paths);
  if (stored.length > 0) {
    process.env[area] = 'functions';
    await mutate(Stryker, stored, { isAtLoading: true });
  }
}

/**
 * All that is known by now of these paths. Not counted are code that runs once at loading, what is no
 * code, and what a `Stryker disable` comment explains.
 */
export function mutantsOfCode(paths: readonly string[]): Mutant[] {
  if (!existsSync(kept)) return [];
  const { files } = v.parse(reportSchema, JSON.parse(readFileSync(kept, 'utf8')));
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return (isIn(file, paths) ? mutants : [])
      .filter(({ status }) => noticed.has(status) || unnoticed.has(status))
      .map(({ location: { start }, replacement, status }) => ({
        file,
        line: start.line,
        code: oneLine(lines[start.line - 1] ?? ''),
        replacement: oneLine(replacement ?? ''),
        isNoticed: noticed.has(status),
      }));
  });
}
