import { expect, test } from 'vitest';
import { progressLine } from './progress-line.ts';

const at = { number: 4, stages: 6, key: 'stack', done: 18, total: 41, seconds: 125 };

test('progress names the stage, what is done of all, and the time it usually takes', () => {
  expect(progressLine({ ...at, expectedSeconds: 260 })).toBe(
    '[4/6] stack 18/41 · 2:05 of about 4:20',
  );
  expect(progressLine({ ...at, expectedSeconds: undefined })).toBe('[4/6] stack 18/41 · 2:05');
});

test('a stage that takes longer than ever is not said to end before now', () => {
  expect(progressLine({ ...at, expectedSeconds: 60 })).toContain('2:05 of about 2:05');
});

test('before the runner has counted its files there is no count', () => {
  expect(progressLine({ ...at, total: 0, expectedSeconds: 60 })).toContain('stack · 2:05');
});
