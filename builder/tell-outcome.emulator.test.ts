import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setDocuments } from '@datchain/functions/stores/bulk.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import type { OperatorDesk } from '@datchain/shared/contracts/calls/operators.ts';
import type { StoredAsset } from '@datchain/shared/contracts/documents/asset-summary.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { market } from '@datchain/testing/server/market.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { aStoredAsset } from '../ledger/testing/stored-world.ts';
import { keepSiteCurrent } from '../scripts/lib/keep-site-current.ts';
import { copyFileOf } from './site-state.ts';

vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'tell-outcome-'));
const siteDir = join(folder, 'site');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const m = market();
const r = releasing(m);
const program = fileURLToPath(new URL('./rebuild-ledger.ts', import.meta.url));

/** The command behind `npm run rebuild`. */
async function rebuild(...options: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program, '--site', siteDir, ...options]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

const works = (count: number): StoredAsset[] =>
  Array.from({ length: count }, (_, index) =>
    aStoredAsset(index, { ArtworkURL: '', creatorProfileURL: '' }),
  );

const store = (assets: readonly object[]) =>
  setDocuments(firestore(), [
    { path: docs.assetsSummary, data: { assets: JSON.parse(JSON.stringify(assets)) } },
  ]);

function heavy(asset: object): object {
  const signs = Array.from({ length: 12_000 }, (_, at) => {
    return String.fromCharCode(0x4e00 + ((at * 7_919 + at * at * 31) % 20_000));
  });
  const producers = Array.from({ length: 300 }, (_, index) => ({
    id: `p${index}`,
    tag: signs.slice(index * 40, index * 40 + 40).join(''),
  }));
  return { ...asset, producers };
}

const ageOf = async () => (await firestore().doc(docs.siteAge).get()).data();

test("[N-INP-02] the exit code and the operators' desk report left-out pages and refused rebuilds", async () => {
  const operator = await r.deskOperator();
  const siteAtDesk = async (): Promise<OperatorDesk['site']> => {
    const { body } = await m.call('getOperatorDesk', {}, operator.token);
    return body.result.site;
  };
  expect(await siteAtDesk()).toBeNull();

  const [first, ...others] = works(21) as [StoredAsset, ...StoredAsset[]];
  await store([first, ...others]);
  const begunAt = Date.now();
  expect(await rebuild()).toMatchObject({ code: 0 });
  const fine = await siteAtDesk();
  expect(fine).toMatchObject({ problem: null, leftOutCount: 0, leftOut: [] });
  expect(fine?.currentAt).toBeGreaterThanOrEqual(begunAt);
  expect(await ageOf()).toEqual({ currentAt: fine?.currentAt });

  await store([{ ...heavy(first), SongName: 'Another name' }, ...others]);
  const partly = await rebuild();
  expect(partly.code).toBe(2);
  expect(partly.output).toMatch(/viewdat\/dat-0\.html: the page weighs \d+ bytes, budget 61440/);
  const page = { what: 'viewdat/dat-0.html', problem: expect.stringContaining('the page weighs') };
  expect(await siteAtDesk()).toMatchObject({ problem: null, leftOutCount: 1, leftOut: [page] });
  expect(await rebuild()).toMatchObject({
    code: 2,
    output: expect.stringContaining('Nothing changed'),
  });

  const current = (await siteAtDesk())?.currentAt;
  await store([]);
  const refused = await rebuild();
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('--allow-empty') });
  expect(await siteAtDesk()).toMatchObject({
    problem: expect.stringContaining('The databases hold no DATS'),
    currentAt: current,
    leftOut: [page],
  });
  expect(await ageOf()).toEqual({ currentAt: current });

  await store(others);
  expect(await rebuild('--dry-run', '--allow-empty')).toMatchObject({ code: 0 });
  expect(await siteAtDesk()).toMatchObject({ problem: expect.any(String), currentAt: current });

  expect(await rebuild()).toMatchObject({ code: 0 });
  expect(await siteAtDesk()).toMatchObject({ problem: null, leftOutCount: 0 });
});

test('a rebuild replaces a damaged copy of the databases', async () => {
  await store(works(21));
  expect(await rebuild('--allow-empty')).toMatchObject({ code: 0 });
  const copy = copyFileOf(siteDir);
  const bytes = readFileSync(copy);
  expect(bytes.length).toBeGreaterThan(40_000);
  // The head of the file is sound, so that only reading finds the damage.
  writeFileSync(copy, bytes.fill(0xa5, 8_192));
  await store(works(22));
  expect(await rebuild()).toMatchObject({ code: 0 });
  expect(await rebuild()).toMatchObject({
    code: 0,
    output: expect.stringContaining('Nothing changed'),
  });
});

test('[N-INP-02] npm start reports a problem of the public pages once, and its end once', async () => {
  await store(works(21));
  expect(await rebuild('--allow-empty')).toMatchObject({ code: 0 });
  const lines: string[] = [];
  const stop = keepSiteCurrent({ env: {} }, siteDir, {
    everySeconds: 1,
    tell: (line) => lines.push(line),
  });
  try {
    await store([]);
    await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 60_000 });
    expect(lines[0]).toContain('The databases hold no DATS');
    await store(works(21));
    await vi.waitFor(() => expect(lines).toHaveLength(2), { timeout: 60_000 });
    expect(lines[1]).toBe('the public pages: everything is published again.');
  } finally {
    stop();
  }
});
