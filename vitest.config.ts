import { availableParallelism } from 'node:os';
import { isLong, scale } from '@datchain/testing/pure/scale.ts';
import { defineConfig } from 'vitest/config';
import SlowFirst from './scripts/test/slow-first.ts';

// docs/testing.md says which test belongs where; the file name declares it.
const sources =
  '{shared,functions,portal,ledger,builder,rules,tlog,testing,demo,stack,emulators,scripts,e2e}/**';
const apart = [
  '**/node_modules/**',
  '**/dist/**',
  '**/.astro/**',
  ...(isLong ? [] : ['**/*.long.*']),
];
/** At least two: with one, a processor idles while a test waits for a browser or a server. */
const workers = Math.max(2, availableParallelism());

/** The rules are the product's heart, so their tests run on both Firestores. */
const rulesOnBoth = ['google', 'embedded'].map((engine) => ({
  test: {
    name: `rules-${engine}`,
    include: ['rules/*.emulator.test.ts'],
    env: { FIRESTORE_ENGINE: engine },
    maxWorkers: workers,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
}));

export default defineConfig({
  test: {
    tags: [{ name: 'long', description: 'Only in the long run; docs/testing.md says which.' }],
    ...(isLong ? {} : { tagsFilter: ['!long'] }),
    // No test may depend on the order of files; the long run shuffles it and prints its seed.
    sequence: isLong ? { shuffle: { files: true } } : { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${sources}/*.test.{ts,tsx}`],
          exclude: [...apart, '**/*.{process,browser,emulator,google}.*'],
          setupFiles: 'testing/pure/pure.ts',
          // Files share no state, and loading the same modules for each took most of the time.
          isolate: false,
          maxWorkers: workers,
          // The long run tries each property fifteen times as often.
          testTimeout: scale(30_000, 600_000),
          hookTimeout: scale(10_000, 200_000),
        },
      },
      {
        test: {
          name: 'process',
          include: [`${sources}/*.process.test.{ts,tsx}`],
          exclude: apart,
          maxWorkers: workers,
          testTimeout: scale(30_000, 600_000),
        },
      },
      {
        test: {
          name: 'browser',
          include: [`${sources}/*.browser.test.{ts,tsx}`],
          exclude: apart,
          // Only tools are shared: driver, bundler, built portal, and a tab emptied after each test.
          isolate: false,
          maxWorkers: workers,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'stack',
          include: [`${sources}/*.emulator.test.ts`],
          exclude: apart,
          globalSetup: 'stack/testing/vitest-setup.ts',
          setupFiles: 'stack/testing/world.ts',
          // Each file has its own world; loading the SDKs for each took a seventh of the run.
          isolate: false,
          // Each worker has a stack, which keeps a processor busy.
          maxWorkers: Math.max(2, Math.floor(workers / 2)),
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'conformance',
          include: [`${sources}/*.google.test.ts`],
          exclude: apart,
          globalSetup: 'emulators/firebase/firestore/testing/google-setup.ts',
          maxWorkers: workers,
          // A test asks thousands of questions, and finding a smallest difference takes many tries.
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      ...rulesOnBoth,
    ],
  },
});
