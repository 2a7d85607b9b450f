import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { inRepository } from '../lib/root.ts';

/** Seconds of each stage, by its key. */
export type Times = Readonly<Record<string, number>>;

const schema = v.record(v.string(), v.number());
const path = (isLong: boolean) =>
  inRepository(`node_modules/.cache/datchain/test-times${isLong ? '-long' : ''}.json`);

/** Before the first run on a machine: what two processors need, checks beside the others. */
const usual: Times = { checks: 200, unit: 90, parts: 290, stack: 380, journeys: 190 };
const usualLong: Times = { checks: 40, unit: 300, parts: 200, stack: 1_200, journeys: 1_800 };

/** How long each stage took the last time, or usually takes. */
export function expectedTimes(isLong: boolean): Times {
  const fallback = isLong ? usualLong : usual;
  if (!existsSync(path(isLong))) return fallback;
  const parsed = v.safeParse(schema, JSON.parse(readFileSync(path(isLong), 'utf8')));
  return parsed.success ? { ...fallback, ...parsed.output } : fallback;
}

export function rememberTimes(isLong: boolean, times: Times): void {
  mkdirSync(dirname(path(isLong)), { recursive: true });
  writeFileSync(path(isLong), JSON.stringify({ ...expectedTimes(isLong), ...times }));
}
