import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoWorld } from '@datchain/demo/world/world.ts';
import { expect, test } from '@datchain/testing/browsers/fixtures.ts';
import { textOfBytes } from '@datchain/tlog/bytes.ts';
import { checkProof } from '@datchain/tlog/check-proof.ts';
import { readPolicy } from '@datchain/tlog/policy.ts';
import { inRepository } from '../scripts/lib/root.ts';
import { sentence, verifyLog } from '../scripts/verify.ts';

const published = () => join(process.env.DATCHAIN_SITE_DIR ?? '', 'data/v1');
const hasPython = spawnSync('python3', ['--version']).status === 0;

test('both verifiers accept the log of the demo world at its address', {
  tag: '@once',
}, async ({ stack }) => {
  const address = stack.addresses.hosting;
  const verdict = await verifyLog(address);
  expect(verdict.ok).toBe(true);
  const said = sentence(verdict);
  expect(said).toMatch(/^OK \d{3,} lines of \S+, root \S+, as of /);
  test.info().annotations.push({ type: 'verify', description: said });
  if (!hasPython) {
    console.warn('There is no python3 here: the second verifier is NOT tested.');
    return;
  }
  const python = execFileSync('python3', ['-B', inRepository('tlog/verify.py'), address]);
  expect(python.toString().trim()).toBe(said);
});

test('the creator of a release is named beside the log, by username', {
  tag: '@once',
}, () => {
  const { handles } = JSON.parse(readFileSync(join(published(), 'handles.json'), 'utf8'));
  const lines = readFileSync(join(published(), 'ledger.jsonl'), 'utf8').trim().split('\n');
  const release = lines.map((line) => JSON.parse(line)).find(({ kind }) => kind === 'release');
  const usernames = demoWorld(new Date()).artists.map(({ username }) => username);
  expect(usernames).toContain(handles[release.creator]);
});

test('the served log files equal the published ones byte for byte, and any site may read them', {
  tag: '@once',
}, async ({ request }) => {
  for (const file of ['ledger.jsonl', 'tlog/checkpoint', 'tlog/policy', 'ledger.csv']) {
    const response = await request.get(`/data/v1/${file}`);
    expect(response.status()).toBe(200);
    expect(response.headers()['access-control-allow-origin']).toBe('*');
    expect((await response.body()).equals(readFileSync(join(published(), file)))).toBe(true);
  }
});

test('a certificate’s proof is made in the browser, and is valid without the site', {
  tag: '@once',
}, async ({ page }) => {
  const lines = readFileSync(join(published(), 'ledger.jsonl'), 'utf8').match(/[^\n]*\n/g) ?? [];
  const sales = lines.filter((line) => /"kind":"(?:re)?sale"/.test(line));
  const { datId, edition } = JSON.parse(sales[0] ?? '');
  const isOfIt = (line: string) => {
    const sale = JSON.parse(line);
    return sale.datId === datId && sale.edition === edition;
  };
  const line = sales.filter(isOfIt).at(-1) ?? '';
  const { seq, version } = JSON.parse(line);
  await page.goto(`/certificate/${datId}?edition=${edition}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download proof' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe(`${datId}-${edition}-v${version}.tlog-proof`);
  await expect(page.locator('#proof-state')).toContainText('Newer lines may exist.');
  const policy = readPolicy(readFileSync(join(published(), 'tlog/policy'), 'utf8'));
  const proof = textOfBytes(readFileSync(await saved.path())) ?? '';
  expect(await checkProof(proof, policy)).toMatchObject({ ok: true, line, number: seq });
});
