import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Measured, measureLedger } from '../scripts/bench/ledger-run.ts';
import { makeLedger } from '../scripts/bench/ledger-world.ts';
import { listFiles } from './fingerprint.ts';

const DATS = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'datchain-ten-thousand-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a ledger of 10,000 DATS is built, and rebuilt after one change', {
  timeout: 900_000,
}, async () => {
  const measured: Measured = await measureLedger(folder, DATS);
  expect(measured.dats).toBe(DATS);
  const files = new Set(listFiles(join(folder, 'site/')));
  const ids = Object.keys(makeLedger(DATS).streams.byDat);
  expect(ids).toHaveLength(DATS);
  expect(ids.filter((id) => !files.has(`viewdat/${id}.html`))).toEqual([]);
  expect(ids.filter((id) => !files.has(`analytics/${id}.html`))).toEqual([]);
  const listed = readFileSync(join(folder, 'site/data/v1/editions.csv'), 'utf8');
  expect(ids.filter((id) => !listed.includes(`${id},`))).toEqual([]);
  expect(measured.unchanged.peakMegabytes).toBe(0);
});
