import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listHandlers } from '@datchain/stack/functions-exports.ts';
import { expect, test } from 'vitest';
import * as source from './index.ts';

interface Deployed {
  readonly cpu?: number;
  readonly availableMemoryMb?: number;
  readonly concurrency?: number;
  readonly maxInstances?: number;
  readonly timeoutSeconds?: number;
  readonly serviceAccountEmail?: string;
}

const functions = listHandlers(source).map(
  ({ name, handler }) => [name, handler.__endpoint as Deployed] as const,
);

test.each(['production', 'staging'])(
  '[N-LCH-05] all functions together request no more processors than deploy/%s.json grants',
  (name) => {
    const file = join(import.meta.dirname, `../deploy/${name}.json`);
    const { processors } = JSON.parse(readFileSync(file, 'utf8'));
    const asked = functions.map(
      ([, { cpu = Number.NaN, maxInstances = Number.NaN }]) => cpu * maxInstances,
    );
    const sum = asked.reduce((one, other) => one + other);
    expect(sum).toBeLessThanOrEqual(processors);
    expect(sum).toBeGreaterThan(0);
  },
);

test.each(functions)(
  '[N-LCH-05] %s names a machine that Cloud Run accepts, and runs as our own account',
  (_name, deployed) => {
    const { cpu, availableMemoryMb, concurrency, maxInstances, timeoutSeconds } = deployed;
    expect(deployed.serviceAccountEmail).toBe('functions@');
    expect([cpu, availableMemoryMb, concurrency, maxInstances, timeoutSeconds]).toEqual(
      Array(5).fill(expect.any(Number)),
    );
    // Cloud Run: below one processor one request at a time, below half at most 512 MiB.
    if (Number(cpu) < 1) expect(concurrency).toBe(1);
    if (Number(cpu) < 0.5) expect(availableMemoryMb).toBeLessThanOrEqual(512);
    expect(cpu).toBeGreaterThanOrEqual(0.08);
    expect(timeoutSeconds).toBeLessThanOrEqual(1_800);
  },
);
