import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runStage } from './run-stage.ts';
import type { TestStage } from './stages.ts';

const folder = mkdtempSync(join(tmpdir(), 'datchain-stage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stage: TestStage = {
  key: 'unit',
  name: 'pure functions',
  command: (asked) => ({ script: '../scripts/test/testing/a-runner.ts', parameters: [...asked] }),
  again: () => '',
};

test('a stage counts what passed, keeps every failure, what was left out and what was printed, and says how far it is', async () => {
  const log = join(folder, 'tells.log');
  const seen: string[] = [];
  const outcome = await runStage(stage, ['tells'], log, (done, total) => {
    seen.push(`${done}/${total}`);
  });
  expect(outcome).toMatchObject({
    passed: 4,
    failures: [{ file: 'slow.test.ts', title: 'adds', message: 'not 3' }],
    leftOut: [{ file: 'e2e/a.spec.ts', title: 'in WebKit', message: 'Install it.' }],
    files: [{ file: 'slow.test.ts' }, { file: 'quick.test.ts' }],
  });
  expect(seen.at(-1)).toBe('3/3');
  expect(readFileSync(log, 'utf8')).toBe('what it prints\n');
});

test('a runner that ends badly without telling of a failure has failed', async () => {
  const { passed, failures } = await runStage(stage, ['dies'], join(folder, 'dies.log'), () => {});
  expect(passed).toBe(0);
  expect(failures).toMatchObject([
    { title: 'pure functions', message: 'The runner ended with 3; its words are in the log.' },
  ]);
  expect(readFileSync(join(folder, 'dies.log'), 'utf8')).toBe('last words\n');
});

test('a stage for which the machine lacks something fails with what it lacks, and starts nothing', async () => {
  const lack = () => {
    throw new Error('No Firestore emulator was found on this machine.');
  };
  const log = join(folder, 'lacks.log');
  const outcome = await runStage({ ...stage, require: lack }, ['tells'], log, () => {});
  expect(outcome).toMatchObject({
    passed: 0,
    failures: [{ message: 'No Firestore emulator was found on this machine.' }],
  });
  expect(existsSync(log)).toBe(false);
});
