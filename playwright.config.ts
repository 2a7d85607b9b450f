import { availableParallelism } from 'node:os';
import { ensureChromium } from '@datchain/testing/browsers/chromium.ts';
import { isLong } from '@datchain/testing/pure/scale.ts';
import { chromiumArguments } from '@datchain/testing/ui/find-chromium.ts';
import { defineConfig } from '@playwright/test';

// Found once, before the test processes start; they inherit it.
if (!process.env.HEADLESS_SHELL_PATH) ensureChromium();

// Tags (docs/testing.md): @once runs at desktop size only and @phone at phone size only; @long
// waits for the long run, which plays everything else at both sizes; @small runs at phone size
// only, outside the long run.
const desk = isLong ? { grepInvert: /@phone/ } : { grepInvert: /@phone|@small|@long/ };
const phone = isLong ? { grepInvert: /@once/ } : { grep: /@phone|@small/, grepInvert: /@long/ };

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './testing/browsers/global-setup.ts',
  outputDir: 'test-results/journeys',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: false,
  // Each worker has its own stack, and a stack with its browser keeps two processors busy.
  workers: Math.max(2, Math.floor(availableParallelism() / 2)),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    // The context is emptied after each journey; the cache of scripts and pictures stays.
    reuseContext: true,
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env.HEADLESS_SHELL_PATH ?? '',
      args: chromiumArguments,
    },
    // Recording every journey is slow: the runner records a failed one when it repeats it.
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
