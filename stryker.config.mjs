// @ts-check
/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.ts', related: true },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 10_000,
  reporters: ['clear-text', 'json'],
  clearTextReporter: {
    allowColor: false,
    logTests: false,
    reportTests: false,
    reportScoreTable: true,
  },
  jsonReporter: { fileName: 'test-results/mutants.json' },
  tempDirName: 'test-results/stryker',
  checkers: [],
  disableTypeChecks: false,
  ignorePatterns: [
    'test-results',
    'docs',
    'dist',
    '.data',
    'ledger/dist',
    'ledger/.astro',
    'portal/dist',
  ],
  allowEmpty: true,
};
