import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { axeFaults } from '@datchain/testing/ui/axe-faults.ts';
import { bytesOfText } from '@datchain/tlog/bytes.ts';
import { proofText } from '@datchain/tlog/proof-file.ts';
import { readLatest, readProof } from '@datchain/tlog/read-proof.ts';
import {
  type MadeLogOptions,
  madeLines,
  madeLog,
  makeLogReader,
  type PublishedLog,
  secondSeed,
  vectorWitness,
  withBit,
} from '@datchain/tlog/testing/made-log.ts';
import { expect, type Page } from '@playwright/test';
import { test } from 'vitest';
import { ledgerSite } from './testing/ledger-site.ts';
import { manyAssets, storedData } from './testing/stored-world.ts';

const site = ledgerSite(storedData(manyAssets(2)));

function publish(log: PublishedLog): void {
  rmSync(join(site.dir(), 'data/v1/tlog'), { recursive: true, force: true });
  for (const [path, bytes] of log) {
    const file = join(site.dir(), 'data/v1', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}
const published = async (options: MadeLogOptions): Promise<PublishedLog> => {
  const log = await madeLog(options);
  publish(log);
  return log;
};

const seconds = (minutesAgo: number) => Math.floor(Date.now() / 1_000) - minutesAgo * 60 - 5;
const witnessesNow = () => [
  { ...vectorWitness, seconds: seconds(200) },
  { name: 'we.example/w', seed: secondSeed, own: true, seconds: seconds(4) },
  { name: 'third.example/w', seed: '03'.repeat(32) },
];

const state = (page: Page) => page.locator('#verify-state');
const compared = (page: Page) => page.locator('#verify-compared');
const verdict = (page: Page) => page.locator('#verify-verdict');
const allButton = (page: Page) => page.getByRole('button', { name: /^Check everything/ });
const checkAll = (page: Page) => allButton(page).click();
const choose = async (page: Page, name: string, text: string) => {
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
  const field = page.getByLabel('Choose a file');
  // Open as soon as the page knows the log; Playwright would also fill it before.
  await expect(field).toBeEnabled();
  await field.setInputFiles(file);
};
const outcome = (page: Page) => page.locator('#verify-file-outcome');

const proofOf = async (log: PublishedLog, lines: readonly string[], index: number) => {
  const read = makeLogReader(log);
  const entry = bytesOfText(lines[index] ?? '');
  return proofText(await readProof(read, await readLatest(read), { index, entry }));
};

test('the page says how long the log is, who has seen it and whose witness that is', async () => {
  await published({ size: 770, witnesses: witnessesNow() });
  const page = await site.open('/verify');
  await expect(state(page)).toHaveText('770 lines. Seen by 2 of 3 witnesses, last 4 minutes ago.');
  expect(await page.locator('#verify-witnesses li').allTextContents()).toEqual([
    `${vectorWitness.name}, independent: seen 3 hours ago`,
    'we.example/w, our own: seen 4 minutes ago',
    'third.example/w, independent: not seen by it',
  ]);
  expect(await axeFaults(page)).toEqual([]);
});

test('a browser remembers the log it saw, and tells growth from a smaller log and a fork', async () => {
  await published({ size: 300 });
  const page = await site.open('/verify');
  await expect(compared(page)).toContainText('for the first time');
  await page.reload();
  await expect(compared(page)).toHaveText(
    'Unchanged since this browser last saw it with 300 lines.',
  );
  await published({ size: 600 });
  await page.reload();
  await expect(compared(page)).toContainText('It begins with the 300 lines of the log');
  await published({ size: 500 });
  await page.reload();
  await expect(compared(page)).toContainText('It has fewer lines than');
  await published({ size: 700, forkedFrom: 500 });
  await page.reload();
  await expect(compared(page)).toContainText('There are two logs.');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save both signed statements' }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  expect(saved).toContain('\n600\n');
  expect(saved).toContain('\n700\n');
  await checkAll(page);
  await expect(verdict(page)).toContainText('there are two (fork)');
  expect(await axeFaults(page)).toEqual([]);
});

test('Check everything checks all lines in the browser, and names the first fault', async () => {
  const log = await published({ size: 770 });
  const page = await site.open('/verify');
  await page.getByRole('button', { name: 'Check everything (0.2 MB)' }).click();
  await expect(verdict(page)).toHaveText(
    'All 770 lines are valid, and in the tree that was signed.',
  );
  await expect(page.getByText('770 of 770 lines')).toBeVisible();
  publish(withBit(log, 'tlog/tile/0/003.p/2', 300));
  const again = await site.open('/verify');
  await checkAll(again);
  await expect(verdict(again)).toContainText('Wrong: tlog/tile/0/003.p/2 hash 2');
  expect(await axeFaults(again)).toEqual([]);
});

test('the log can be checked by keyboard, and a ledger.jsonl from this device is compared with it', async () => {
  await published({ size: 20 });
  const lines = madeLines(20);
  const page = await site.open('/verify');
  // The button is enabled as soon as the page knows the log; before, it takes no focus.
  await expect(allButton(page)).toBeEnabled();
  await allButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(verdict(page)).toContainText('All 20 lines are valid');
  await expect(allButton(page)).toBeFocused();
  await choose(page, 'ledger.jsonl', lines.join(''));
  await expect(outcome(page)).toContainText('All 20 lines are valid');
  await choose(page, 'ledger.jsonl', lines.with(16, lines[15] ?? '').join(''));
  await expect(outcome(page)).toContainText('Wrong: ledger.jsonl line 17');
  await choose(page, 'letter.txt', 'hello');
  await expect(outcome(page)).toContainText('This file is not a proof');
});

test('a proof is checked on the page, which names line, witness and size; a changed proof is refused', async () => {
  const lines = madeLines(770);
  const log = await published({ lines, witnesses: witnessesNow() });
  const page = await site.open('/verify');
  const proof = await proofOf(log, lines, 411);
  await choose(page, 'a.tlog-proof', proof);
  await expect(outcome(page)).toContainText('Line 412 is in the log, as of 770 lines.');
  await expect(outcome(page)).toContainText('Seen by we.example/w (our own) on');
  await expect(outcome(page)).toContainText('Newer lines may exist.');
  await expect(outcome(page).locator('dd').first()).toHaveText('412');
  expect(await axeFaults(page)).toEqual([]);
  await choose(page, 'a.tlog-proof', proof.replace('index 411', 'index 410'));
  await expect(outcome(page)).toHaveText('The proof does not show that the log has this line.');
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'a.tlog-proof'));
    const init = { dataTransfer: transfer, bubbles: true, cancelable: true };
    document.getElementById('verify-drop')?.dispatchEvent(new DragEvent('drop', init));
  }, proof);
  await expect(outcome(page)).toContainText('Line 412 is in the log');
});

test('a checkpoint from this device shows whether the log begins with it', async () => {
  const textOf = async (options: MadeLogOptions) =>
    Buffer.from((await madeLog(options)).get('tlog/checkpoint') ?? []).toString();
  await published({ size: 600 });
  const page = await site.open('/verify');
  await choose(page, 'checkpoint', await textOf({ size: 300 }));
  await expect(outcome(page)).toContainText('It begins with the 300 lines');
  await choose(page, 'checkpoint', await textOf({ size: 300, forkedFrom: 250 }));
  await expect(outcome(page)).toContainText('There are two logs.');
});

test('a browser without Ed25519 says that it cannot check signatures, and checks hashes', {
  tags: 'long',
}, async () => {
  await published({ size: 3, witnesses: witnessesNow() });
  const page = await site.open('/verify');
  await page.addInitScript(() => {
    crypto.subtle.importKey = () =>
      Promise.reject(new DOMException('No such algorithm', 'NotSupportedError'));
  });
  await page.reload();
  await expect(state(page)).toHaveText(/^3 lines\. This browser cannot check signatures/);
  await checkAll(page);
  await expect(verdict(page)).toContainText('Signatures were not checked');
});
