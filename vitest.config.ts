import { defineConfig } from 'vitest/config';

const sources = '{shared,functions,emulators,scripts,ledger,portal,rules,e2e}/**';
// A busy CI machine may starve a browser or a process once; twice in a row is a finding.
const retry = process.env.CI ? 1 : 0;
const apart = ['**/node_modules/**', '**/dist/**', '**/.astro/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${sources}/*.test.{ts,tsx}`],
          exclude: [...apart, '**/*.emulator.test.ts', '**/*.browser.test.*'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: [`${sources}/*.browser.test.{ts,tsx}`],
          exclude: apart,
          retry,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'stack',
          include: [`${sources}/*.emulator.test.ts`],
          exclude: apart,
          globalSetup: 'emulators/stack/testing/vitest-setup.ts',
          // One database for all: files that look at all of it must not meet each other.
          fileParallelism: false,
          retry,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
