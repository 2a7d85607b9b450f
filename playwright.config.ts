import { availableParallelism } from 'node:os';
import { ensureChromium } from '@datchain/testing/browsers/chromium.ts';
import { isLong } from '@datchain/testing/pure/scale.ts';
import { chromiumArguments } from '@datchain/testing/ui/find-chromium.ts';
import { defineConfig } from '@playwright/test';

// Found once, before the test processes start; they inherit it.
if (!process.env.HEADLESS_SHELL_PATH) ensureChromium();

// Tags (docs/testing.md): @once is for a desk alone and @phone for a phone alone; @long waits for
// the long run, which plays everything else at both sizes; @small is played on a phone otherwise.
const desk = isLong ? { grepInvert: /@phone/ } : { grepInvert: /@phone|@small|@long/ };
const phone = isLong ? { grepInvert: /@once/ } : { grep: /@phone|@small/, grepInvert: /@long/ };

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './testing/browsers/global-setup.ts',
  outputDir: 'test-results/journeys',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: false,
  // Each has a stack of its own, and a stack and its browser keep two processors busy.
  workers: Math.max(2, Math.floor(availableParallelism() / 2)),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    // Emptied after each journey: scripts and pictures need not be fetched and compiled again.
    reuseContext: true,
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env.HEADLESS_SHELL_PATH ?? '',
      args: chromiumArguments,
    },
    // Recording every journey takes its time: the runner records a failed one when it plays it again.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      ...desk,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      ...phone,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
  ],
});
