import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { inRepository } from '../lib/root.ts';
import { installStryker, type StrykerClass } from './install.ts';
import { isIn, type Mutant, oneLine } from './mutant.ts';

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

/** Folders of functions whose stack tests judge the mutants of an area. */
const stackJudges: Readonly<Record<string, readonly string[]>> = {
  'functions/orders': ['orders'],
  'functions/payouts': ['payouts'],
  'functions/refunds': ['refunds', 'earnings'],
  'functions/journal': ['journal', 'orders', 'payouts', 'refunds', 'earnings', 'tokens'],
  'functions/projector': ['journal', 'orders', 'payouts', 'refunds', 'earnings', 'tokens'],
  'functions/reconcile': ['journal', 'orders', 'payouts', 'refunds', 'earnings', 'tokens'],
};

/**
 * The schemas of guards, orders and payouts. They run at load time, which StrykerJS otherwise
 * ignores. They are tested nevertheless, because an unread field would lose money. The functions
 * judge them by reading what they have written.
 */
const schemas = 'shared/domain/books/*-schema*.ts';

/** Environment variables that tell `vitest.mutants.config.ts` which tests judge. */
const [area, stackTests] = ['MUTANTS_AREA', 'MUTANTS_STACK_TESTS'];

/**
 * Removes files without any covered mutant from the report. For a file that no test loaded,
 * StrykerJS would keep even load-time mutants, which it otherwise ignores.
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
  readonly judges?: readonly string[];
  /** Whether load-time code is mutated too, each time against all tests. */
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
    // Stack tests do not import the code they call.
    vitest: { configFile: 'vitest.mutants.config.ts', related: judges.length === 0 },
  }).runMutationTest();
}

const schemasIn = (paths: readonly string[]): string[] =>
  globSync(schemas, { cwd: inRepository('.') })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => isIn(file, paths));

/**
 * Runs StrykerJS on these files and folders. Pure tests judge first, in a tenth of the time; stack
 * tests only judge the remaining mutants. Results of unchanged code and tests are reused. With
 * `isPure`, stack tests are skipped.
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
 * Returns the cached results for these paths. Leaves out load-time code, non-code, and mutants
 * explained by a `Stryker disable` comment.
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
