import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rebuildSite } from '@datchain/builder/rebuild.ts';
import {
  type DatabaseServer,
  startDatabase,
} from '@datchain/firebase-emulators/database/server.ts';
import { type StorageServer, startStorage } from '@datchain/firebase-emulators/storage/server.ts';
import type { PublicData } from '@datchain/functions/stores/public-data.ts';
import type { StackHandle } from '@datchain/stack/control.ts';
import {
  databaseNamespace,
  demoProjectId,
  listAddresses,
  storageBucket,
} from '@datchain/stack/environment.ts';
import { type Hosting, startHosting } from '@datchain/stack/hosting.ts';
import { freePorts } from '@datchain/stack/ports.ts';
import { aPublicLog, someLines } from '@datchain/testing/server/a-public-log.ts';
import { keptChromium } from '@datchain/testing/ui/kept-chromium.ts';
import { giveTabsBack, takeTab } from '@datchain/testing/ui/kept-tab.ts';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { storePictures } from './store-pictures.ts';
import { storedPictures } from './stored-world.ts';

const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const publicLog = await aPublicLog(someLines(1));

const servicesOf = (stack: Pick<StackHandle, 'addresses'> | undefined) =>
  stack && { firestore: stack.addresses.firestore, functions: stack.addresses.functions };

/**
 * Serves a real ledger for one test file: built by the rebuild, with the rules of firebase.json, a live database and
 * a browser whose complaints fail the test. The Firestore and functions of `stack` answer the pages; its functions
 * have to know the site's address.
 */
export function ledgerSite(stored: PublicData, stack?: Pick<StackHandle, 'addresses'>) {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });
  const folder = mkdtempSync(join(tmpdir(), 'ledger-pages-'));
  const siteDir = join(folder, 'site');
  const complaints: string[] = [];
  const logged: string[] = [];
  let browser: Browser;
  let database: DatabaseServer;
  let storage: StorageServer;
  let hosting: Hosting;
  const origin = () => `http://127.0.0.1:${hosting.port}`;

  async function write(path: string, value: unknown, method: 'PUT' | 'PATCH' = 'PUT') {
    const namespace = databaseNamespace(demoProjectId);
    const response = await fetch(`${database.url}/${path}.json?ns=${namespace}`, {
      method,
      headers: { authorization: 'Bearer owner' },
      body: JSON.stringify(value),
    });
    expect(response.status).toBe(200);
  }

  async function startDatabaseAt(port: number) {
    const rules = readFileSync(fileOf('rules/database.rules.json'), 'utf8');
    database = await startDatabase({ port, projectId: demoProjectId, rules });
  }

  beforeAll(async () => {
    const ports = await freePorts();
    await startDatabaseAt(ports.database);
    storage = await startStorage({ port: ports.storage, projectId: demoProjectId });
    await storePictures(storage.url, stored);
    await rebuildSite({
      siteDir,
      log: (line) => logged.push(line),
      read: async () => stored,
      env: {
        ...process.env,
        STORAGE_BUCKET: storageBucket(demoProjectId),
        FIREBASE_STORAGE_EMULATOR_HOST: `127.0.0.1:${ports.storage}`,
      },
      openLog: async () => publicLog,
    });
    hosting = await startHosting({
      projectId: demoProjectId,
      ports,
      addresses: { ...listAddresses(ports), ...servicesOf(stack) },
      siteDir,
      configFile: fileOf('firebase.json'),
    });
    browser = await keptChromium();
  });

  // Nothing is drawn of it, and nothing runs.
  const leave = () => giveTabsBack(browser, `${origin()}/robots.txt`);

  afterEach(async () => {
    await leave();
    expect(complaints.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await hosting?.close();
    await database?.close();
    await storage?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    write,
    origin,
    dir: (): string => siteDir,
    rebuildLog: (): readonly string[] => logged,
    stopDatabase: () => database.close(),
    startDatabase: () => startDatabaseAt(database.port),
    forgive(expected: RegExp) {
      const others = complaints.filter((complaint) => !expected.test(complaint));
      complaints.splice(0, complaints.length, ...others);
    },
    async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
      await leave();
      const page = await takeTab(browser, options);
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      // A page that is drawn in the browser asks for pictures at the address that is stored.
      await page.route(`${storedPictures}/**`, async (route) => {
        const url = route.request().url().replace(storedPictures, storage.url);
        await route.fulfill({ response: await route.fetch({ url }) });
      });
      await page.goto(origin() + path);
      return page;
    },
  };
}
