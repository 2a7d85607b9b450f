import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatCount } from '@datchain/shared/domain/format.ts';
import { launchChromium } from '@datchain/shared/ui/testing/find-chromium.ts';
import { rebuildSite } from '../../builder/rebuild.ts';
import { aPublicLog } from '../../functions/testing/a-public-log.ts';
import { inRepository } from '../lib/root.ts';
import { hostSite } from './host-site.ts';
import { aLedgerOf } from './ledger-world.ts';
import { median } from './report.ts';

const ROUNDS = 3;

/**
 * How long /verify takes to check a whole log in Chromium, from the press to the verdict: files are
 * fetched, every line is hashed, and every tile is compared. The median of some rounds, each in a
 * browser context without cached files.
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
  const browser = await launchChromium();
  try {
    const seconds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${hosting.port}/verify`);
      const check = page.getByRole('button', { name: /^Check everything/ });
      await check.click({ trial: true });
      const started = performance.now();
      await check.click();
      const verdict = page.locator('#verify-verdict:not(:empty)');
      await verdict.waitFor({ timeout: 120_000 });
      seconds.push((performance.now() - started) / 1_000);
      const text = await verdict.innerText();
      if (!text.includes(formatCount(lines.length)) || text.startsWith('Wrong')) {
        throw new Error(`/verify says: ${text}`);
      }
      await context.close();
    }
    return median(seconds);
  } finally {
    await browser.close();
    await hosting.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
