import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aPng, aWav, pickArtist } from '@datchain/testing/browsers/release-form.ts';
import {
  aSongName,
  expect,
  goToReview,
  submitButton,
  test,
} from '@datchain/testing/browsers/releases.ts';
import type { Browser } from '@playwright/test';

const MB = 1024 * 1024;

/** A WAV of 100 MB, written a piece at a time: 40 minutes of a tone, with a louder end. */
function writeBigWav(path: string): void {
  const bytes = 100 * MB;
  const { buffer } = aWav('', 0);
  buffer.writeUInt32LE(36 + bytes, 4);
  buffer.writeUInt32LE(bytes, 40);
  const quiet = Buffer.alloc(MB);
  const loud = Buffer.alloc(MB);
  for (let at = 0; at < MB; at += 2) {
    const sample = Math.round(9_000 * Math.sin(at / 20));
    quiet.writeInt16LE(sample / 4, at);
    loud.writeInt16LE(sample, at);
  }
  const file = openSync(path, 'w');
  writeSync(file, buffer);
  for (let part = 0; part < 100; part++) writeSync(file, part < 90 ? quiet : loud);
  closeSync(file);
}

/** The most memory that any page of a browser has had, in bytes; only Linux tells. */
async function mostMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
  return Math.max(...peaks.map((peak) => Number(peak ?? 0) * 1024));
}

test('[N-SND-01] a recording of 100 MB is released from a phone, its preview chosen by hand, in less than 400 MB of memory', {
  tag: ['@long', '@phone'],
}, async ({ page, browser, signIn, newOperator, artist }) => {
  test.setTimeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'datchain-big-'));
  try {
    const path = join(folder, 'master.wav');
    writeBigWav(path);
    await signIn(page, await newOperator());
    await page.goto('/release');
    await pickArtist(page, artist.username);
    await page.getByLabel('Artwork', { exact: true }).setInputFiles(await aPng('cover.png'));
    await page.getByLabel('Audio').setInputFiles(path);
    const slider = page.getByRole('slider', { name: 'Where the preview starts' });
    await expect(slider).toHaveAttribute('aria-valuetext', /^from \d+:\d\d to/);
    // Drawn as it is: quiet for long, loud at the end.
    await expect(page.locator('.clip-wave path')).toHaveAttribute(
      'd',
      /^M0\.5 18\.0v1[12]\.\d.*v4[78]\.\d$/,
    );
    await page.getByLabel('Starts at').fill('30:00');
    await page.getByLabel('Starts at').press('Enter');
    await page.getByLabel('Song name').fill(aSongName());
    await page.getByLabel('Genre').selectOption('indie');
    await goToReview(page);
    const released = page.waitForEvent('dialog', { timeout: 240_000 });
    await submitButton(page).click();
    const alert = await released;
    expect(alert.message()).toBe('DAT released successfully!');
    await alert.accept();
    // Some 185 MB in Chromium 156.
    expect(await mostMemory(browser)).toBeLessThan(400 * MB);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
