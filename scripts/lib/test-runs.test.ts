import { describe, expect, it } from 'vitest';
import { journeyTests, unitTests } from './test-runs.ts';

describe('the count at the end of npm test', () => {
  it('adds up what Vitest reports', () => {
    const report = { numPassedTests: 5, numFailedTests: 2, numFailedTestSuites: 1, success: false };
    expect(unitTests.count(report)).toEqual({ passed: 5, failed: 2 });
  });

  it('counts a test file that could not even be loaded as failed', () => {
    const report = { numPassedTests: 5, numFailedTests: 0, numFailedTestSuites: 1, success: false };
    expect(unitTests.count(report)).toEqual({ passed: 5, failed: 1 });
  });

  const [journeys = unitTests] = journeyTests;

  it('counts a journey that needed a second try as passed, and a broken setup as failed', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1 };
    expect(journeys.count({ stats, errors: [] })).toEqual({ passed: 4, failed: 1 });
    const none = { expected: 0, unexpected: 0, flaky: 0 };
    expect(journeys.count({ stats: none, errors: [{}] })).toEqual({ passed: 0, failed: 1 });
  });
});
