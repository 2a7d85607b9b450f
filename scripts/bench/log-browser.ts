import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatCount } from '@datchain/shared/domain/format.ts';
import { rebuildSite } from '../../builder/rebuild.ts';
import { aPublicLog } from '../../functions/testing/a-public-log.ts';
import { inRepository } from '../lib/root.ts';
import { type BarePage, inBareChromium } from './bare-chromium.ts';
import { hostSite } from './host-site.ts';
import { aLedgerOf } from './ledger-world.ts';
import { median } from './report.ts';

const ROUNDS = 3;

/** Presses the button as soon as it can be pressed, and waits for the verdict. */
const pressed = `new Promise((resolve) => {
  const all = document.getElementById('verify-all');
  const verdict = document.getElementById('verify-verdict');
  let started;
  const look = setInterval(() => {
    if (started === undefined && all && !all.disabled) {
      started = performance.now();
      all.click();
    }
    if (started === undefined || verdict.textContent === '') return;
    clearInterval(look);
    resolve({ millis: performance.now() - started, text: verdict.textContent });
  }, 20);
})`;

const check = async (page: BarePage) =>
  (await page.evaluate(pressed)) as { readonly millis: number; readonly text: string };

/**
 * How long /verify takes to check a whole log in Chromium, from the press to the verdict: files are
 * fetched, every line is hashed, and every tile is compared. The median of some rounds, each in a
 * browser without cached files.
 *
 * @returns seconds by the clock
 * @throws when the verdict is not that the log is right
 */
export async function secondsToVerify(lines: readonly string[]): Promise<number> {
  const parent = inRepository('ledger/.astro/builds');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, `ledger-${process.pid}-log-`));
  const siteDir = join(folder, 'site');
  await rebuildSite({
    siteDir,
    log: () => {},
    read: async () => aLedgerOf(2),
    openLog: () => aPublicLog(lines),
  });
  const hosting = await hostSite(siteDir);
  try {
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const url = `http://127.0.0.1:${hosting.port}/verify`;
      const { millis, text } = await inBareChromium(url, check);
      if (!text.includes(formatCount(lines.length)) || text.startsWith('Wrong')) {
        throw new Error(`/verify says: ${text}`);
      }
      seconds.push(millis / 1_000);
    }
    return median(seconds);
  } finally {
    await hosting.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
