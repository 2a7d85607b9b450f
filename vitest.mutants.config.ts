import { defineConfig } from 'vitest/config';

// The tests that judge mutants: those without a process, a browser or a database. A copy of the
// project is mutated, so its own packages are found in the copy and not by their links.
export default defineConfig({
  resolve: { alias: { '@datchain': import.meta.dirname } },
  test: {
    include: ['{shared/domain,functions/{journal,orders,payouts,refunds}}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.{process,browser,emulator,google,long}.*'],
    setupFiles: 'shared/testing/pure.ts',
    isolate: false,
    env: { TRY_RUNS: '6' },
    testTimeout: 60_000,
  },
});
