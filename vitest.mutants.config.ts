import { defineConfig } from 'vitest/config';

// The tests that judge mutants. A copy of the project is mutated, so its own packages are found in
// the copy and not by their links.
const resolve = { alias: { '@datchain': import.meta.dirname } };

// scripts/mutants/code.ts says what is changed, and which folders' stack tests judge it as well.
const { MUTANTS_AREA: area, MUTANTS_STACK_TESTS: judges = '' } = process.env;
const folders = judges.split(',').filter(Boolean);

const pure = {
  resolve,
  test: {
    name: 'pure',
    include: [
      `${area === 'functions' ? 'functions/{journal,orders,payouts,refunds}' : 'shared/domain'}/**/*.test.ts`,
    ],
    exclude: ['**/node_modules/**', '**/*.{process,browser,emulator,google,long}.*'],
    setupFiles: ['shared/testing/pure.ts', 'scripts/mutants/leave-out.ts'],
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
    // A hundred buyers and their servers, in processes that know no mutant.
    exclude: ['**/hot-block.*'],
    globalSetup: 'scripts/mutants/stack-setup.ts',
    // One after the other: the functions load into a world.
    setupFiles: [
      'scripts/mutants/leave-out.ts',
      'emulators/stack/testing/world.ts',
      'scripts/mutants/functions-here.ts',
    ],
    sequence: { setupFiles: 'list' as const, groupOrder: 1 },
    env: { TRY_RUNS: '6' },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
};

export default defineConfig({ test: { projects: folders.length > 0 ? [pure, stack] : [pure] } });
