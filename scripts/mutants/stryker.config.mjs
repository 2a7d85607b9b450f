// @ts-check
/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutants/ignore-logs.mjs'],
  ignorers: ['logs'],
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  // A timeout counts as noticed, so it must not come from a busy machine.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 60,
  incremental: true,
  incrementalFile: 'node_modules/.cache/datchain/mutants.json',
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: {
    allowColor: false,
    logTests: false,
    reportTests: false,
    reportScoreTable: true,
  },
  // Outside of test-results, which every test run empties first.
  tempDirName: '.stryker',
  checkers: [],
  disableTypeChecks: false,
  ignorePatterns: [
    'test-results',
    'docs',
    'dist',
    '.data',
    '.local',
    'ledger/dist',
    'ledger/.astro',
    'portal/dist',
  ],
  allowEmpty: true,
};
