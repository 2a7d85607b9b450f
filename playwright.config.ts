import { chromiumArguments } from '@datchain/shared/ui/testing/find-chromium.ts';
import { defineConfig } from '@playwright/test';
import { ensureChromium } from './e2e/support/chromium.ts';

// Found once, before the test processes start; they inherit it.
process.env.CHROME_PATH ??= ensureChromium();

/** Journeys that change what all share: the clock, the functions, webhooks, the cheapest block. */
const alone = '**/alone/*.spec.ts';
/** Every screen in every state, on a stack of their own: playwright.states.config.ts. */
const states = '**/states/*.spec.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  // A busy CI machine may starve a browser once; twice in a row is a finding.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: false,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: process.env.CHROME_PATH, args: chromiumArguments },
    // Recording every journey takes its time. `--trace on` records the one that is looked at.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: [alone, states],
      // What only a phone has, like touch.
      grepInvert: /@phone/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testIgnore: [alone, states],
      // What does not depend on the size of the screen runs once.
      grepInvert: /@once/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'alone',
      testMatch: alone,
      // After the others and one at a time. To run a single file: --project alone --no-deps.
      dependencies: ['desktop', 'phone'],
      workers: 1,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
