import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// The tests that judge mutants of a copy of the project: its packages must resolve to the copy.
/** Runs the fastest tests first, because most mutants fail a test that takes almost no time. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const took = (file: TestSpecification) =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...byProject.values()].flatMap((some) => some.sort((a, b) => took(a) - took(b)));
  }
}

const resolve = { alias: { '@datchain': import.meta.dirname } };

// scripts/mutants/code.ts decides which code is changed, and which stack tests judge it as well.
const { MUTANTS_AREA: area, MUTANTS_STACK_TESTS: judges = '' } = process.env;
const folders = judges.split(',').filter(Boolean);

const pure = {
  resolve,
  test: {
    name: 'pure',
    include: [
      `${area === 'functions' ? 'functions/{earnings,journal,orders,payouts,projector,reconcile,refunds}' : 'shared/domain'}/**/*.test.ts`,
    ],
    exclude: ['**/node_modules/**', '**/*.{process,browser,emulator,google,long}.*'],
    setupFiles: ['testing/pure/pure.ts', 'scripts/mutants/leave-out.ts'],
    isolate: false,
    env: { TRY_RUNS: '6' },
    testTimeout: 60_000,
  },
};

const stack = {
  resolve,
  test: {
    name: 'stack',
    include: folders.map((folder) => `functions/${folder}/*.emulator.test.ts`),
    // This test uses a hundred buyers and servers in processes that know no mutant.
    exclude: ['**/hot-block.*'],
    globalSetup: 'scripts/mutants/stack-setup.ts',
    // In sequence, because the functions load into a world.
    setupFiles: [
      'scripts/mutants/leave-out.ts',
      'stack/testing/world.ts',
      'scripts/mutants/functions-here.ts',
    ],
    sequence: { setupFiles: 'list' as const, groupOrder: 1 },
    env: { TRY_RUNS: '6' },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
};

export default defineConfig({
  test: {
    projects: folders.length > 0 ? [pure, stack] : [pure],
    sequence: { sequencer: ShortestFirst },
  },
});
