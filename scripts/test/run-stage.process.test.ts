import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runStage } from './run-stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'datchain-stage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const playing = (code: string) => ({ name: 'pure functions', command: ['--eval', code] });

test('a stage counts passed tests, keeps failures, skipped tests and output, and reports its progress', async () => {
  const failure = { is: 'failure', file: 'slow.test.ts', title: 'adds', message: 'not 3' };
  const leftOut = { is: 'left out', file: 'e2e/a.spec.ts', title: 'in WebKit', message: 'None.' };
  const events = [
    { is: 'begin', files: 3 },
    { is: 'file', passed: 4 },
    failure,
    { is: 'file', passed: 0 },
    leftOut,
  ];
  const code = `for (const event of ${JSON.stringify(events)}) process.send(event);
    console.log('what it prints');
    process.exitCode = 1;`;
  const log = join(folder, 'tells.log');
  const seen: string[] = [];
  const outcome = await runStage(playing(code), log, (done, total) => {
    seen.push(`${done}/${total}`);
  });
  expect(outcome).toEqual({ passed: 4, failures: [failure], leftOut: [leftOut] });
  expect(seen.at(-1)).toBe('3/3');
  expect(readFileSync(log, 'utf8')).toBe('what it prints\n');
});

test('a runner that exits with an error but reports no failure has failed', async () => {
  const log = join(folder, 'dies.log');
  const { passed, failures } = await runStage(playing('process.exit(3)'), log);
  expect(passed).toBe(0);
  expect(failures).toMatchObject([
    { title: 'pure functions', message: 'The runner ended with 3; its words are in the log.' },
  ]);
});
