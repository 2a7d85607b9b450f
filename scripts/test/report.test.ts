import { expect, test } from 'vitest';
import type { Failure } from './events.ts';
import { tellFailures, tellLeftOut, tellTimes } from './report.ts';
import type { Measured } from './run-plan.ts';

const journey: Failure = {
  file: 'e2e/wallet.spec.ts',
  line: 54,
  project: 'desktop',
  title: 'a bought DAT becomes a card',
  message: 'Expected: "$20.00"\nReceived: "$0.00"',
};
const stack: Failure = {
  file: 'functions/races.emulator.test.ts',
  project: 'stack',
  title: 'editions > one of 100 buyers',
  message: 'expected 2 to be 1',
};

const outcome = (key: string, failures: Failure[]): Measured => ({
  key,
  name: `all of ${key}`,
  passed: 3,
  failures,
  leftOut: [],
  wallSeconds: 61.24,
  cpuSeconds: undefined,
  files: [{ file: `${key}/slow.ts`, seconds: 40 }],
});

test('every failure of every stage is told, with what it says and a command that repeats just that', () => {
  const told = tellFailures(
    [outcome('checks', []), outcome('stack', [stack]), outcome('journeys', [journey])],
    new Map([[journey, 'It fails alone as well.']]),
  );
  expect(told).toContain(
    '✗ functions/races.emulator.test.ts [stack] › editions > one of 100 buyers',
  );
  expect(told).toContain('npm test -- --only stack functions/races.emulator.test.ts');
  expect(told).toContain('    Expected: "$20.00"\n    Received: "$0.00"');
  expect(told).toContain('npm test -- --only journeys e2e/wallet.spec.ts:54 --trace on');
  expect(told).toContain('It fails alone as well.');
  expect(told).toContain('test-results/stack.log');
});

test('a test that could not run here is named with the reason', () => {
  const leftOut = [{ file: 'e2e/covered.spec.ts', title: 'in WebKit', message: 'Install it.' }];
  expect(tellLeftOut([outcome('checks', []), { ...outcome('journeys', []), leftOut }])).toBe(
    '\n○ LEFT OUT: e2e/covered.spec.ts › in WebKit\n    Install it.',
  );
});

test('a check that fails has no file, and is repeated as a whole', () => {
  const types: Failure = {
    file: '',
    project: 'checks',
    title: 'types of shared',
    message: 'TS2322',
  };
  const told = tellFailures([outcome('checks', [types])], new Map());
  expect(told).toContain('✗ checks [checks] › types of shared');
  expect(told).toContain('npm test -- --only checks');
  expect(told).not.toContain('.log');
});

test('the times of each stage and of the run are told, and the slowest come first', () => {
  const total = { wallSeconds: 70.04, cpuSeconds: 121.06 };
  const told = tellTimes([outcome('unit', []), outcome('stack', [stack])], total);
  expect(told).toMatch(/unit: all of unit \|\s+3 \|\s+61\.2 \|\s+– \|/);
  expect(told).toMatch(/together \|\s+7 \|\s+70\.0 \|\s+121\.1 \|/);
  expect(told.indexOf('unit/slow.ts')).toBeGreaterThan(0);
});
