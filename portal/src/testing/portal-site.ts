import type { Page } from '@playwright/test';
import { vi } from 'vitest';
import type { Calls } from './calls.ts';
import { type Given, give } from './given.ts';
import { servePortal } from './portal-server.ts';
import { withStandIns } from './stand-ins.ts';
import { watchedTabs } from './watched-tabs.ts';
import type { World } from './world.ts';

export interface OpenPage extends Calls {
  readonly page: Page;
  readonly change: (change: Partial<World>) => Promise<void>;
}

const configOf = (origin: string) => ({
  apiKey: 'given',
  projectId: 'given',
  databaseURL: origin,
  local: { functions: origin, firestore: origin },
});

/**
 * Serves the real portal for the tests of one file, on data that each test gives. Only the three
 * modules that talk to the SDKs are replaced.
 */
export function portalSite() {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const tabs = watchedTabs(() => servePortal(configOf, withStandIns));
  return {
    expectComplaint: tabs.expectComplaint,

    async open(path: string, given: Given = {}): Promise<OpenPage> {
      const { page, browser, origin } = await tabs.take(given.options);
      const calls = await give(browser, page, given, origin, tabs.complain);
      await page.goto(origin + path);
      const change = async (next: Partial<World>) => {
        // The modules with the databases load after the screens.
        await page.waitForFunction(() => 'changeWorld' in window);
        await page.evaluate((world) => window.changeWorld(world), next);
      };
      return { page, change, ...calls };
    },
  };
}
