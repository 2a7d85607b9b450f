import { firestoreEngine } from '@datchain/firebase-emulators/engines/firestore.ts';
import { connectToStack, type StackHandle } from '@datchain/stack/control.ts';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Account, createAccount, type OwnAccount, removeAccounts } from './accounts.ts';
import { type Admin, connectAdmin } from './admin.ts';
import { ConsoleGuard } from './console-guard.ts';
import type { RunningStack } from './global-setup.ts';
import { Market } from './market.ts';
import { expectAsFound } from './stack-as-found.ts';
import { keepSession, storedSession } from './stored-session.ts';

export { expect, type OwnAccount };

type TestFixtures = {
  consoleGuard: ConsoleGuard;
  /** Stores a login like the form does; pages opened from now on have it. */
  signIn: (page: Page, account: Account) => Promise<void>;
  /** Logs in through the form, for tests of the form or of other open tabs; ends on /home. */
  logIn: (page: Page, account: Account) => Promise<void>;
  /**
   * Regularly starts a new process of Google's emulator with the same data, before a test begins.
   */
  freshFirestore: undefined;
  /** Fails a test that leaves the stack's clock shifted or Stripe broken for the next test. */
  asFound: undefined;
  /**
   * Opens a second visitor with a separate browser profile, under the same guard; closed at the
   * end.
   */
  anotherVisitor: () => Promise<Page>;
  ownAccounts: OwnAccount[];
  newAccount: () => Promise<OwnAccount>;
  market: Market;
  /** A new account and a new block of 100 tokens at 50 cents. */
  shopper: { readonly fan: OwnAccount; readonly blockId: string };
};

type WorkerFixtures = {
  begun: { tests: number };
  stack: StackHandle;
  admin: Admin;
};

/** The number of tests for which the data in Google's emulator stays below a gigabyte. */
const TESTS_PER_FIRESTORE = 16;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use, { parallelIndex }) => {
      const stacks: RunningStack[] = JSON.parse(process.env.DATCHAIN_STACKS ?? '[]');
      const own = stacks[parallelIndex];
      if (!own) throw new Error('Run this with "npx playwright test".');
      Object.assign(process.env, own.env, {
        DATCHAIN_SITE_DIR: own.siteDir,
        DATCHAIN_FUNCTIONS_LOG: own.functionsLog,
      });
      await use(connectToStack(own.facts));
    },
    { scope: 'worker' },
  ],
  admin: [
    // The stack's environment names the databases.
    async ({ stack: _found }, use) => {
      const admin = connectAdmin();
      await use(admin);
      await admin.close();
    },
    { scope: 'worker' },
  ],
  begun: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => use({ tests: 0 }),
    { scope: 'worker' },
  ],
  freshFirestore: [
    async ({ begun, stack }, use) => {
      begun.tests += 1;
      const isFull = firestoreEngine() === 'google' && begun.tests % TESTS_PER_FIRESTORE === 0;
      if (isFull) await stack.renewFirestore();
      await use(undefined);
    },
    { auto: true, timeout: 60_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.addresses.hosting),
  consoleGuard: [
    async ({ context }, use) => {
      const guard = new ConsoleGuard();
      guard.watch(context);
      await use(guard);
      expect(guard.unexpected(), 'errors in the console of a page').toEqual([]);
    },
    { auto: true },
  ],
  asFound: [
    async ({ stack }, use) => {
      await use(undefined);
      await expectAsFound(stack);
    },
    { auto: true },
  ],
  signIn: async ({ stack, admin }, use) => {
    await use(async (page, account) => {
      await keepSession(page.context(), await storedSession(stack, admin, account));
    });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  logIn: async ({}, use) => {
    await use(async (page, { email, password }) => {
      await page.goto('/login');
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'LOG IN' }).click();
      await page.waitForURL('**/home');
    });
  },
  anotherVisitor: async ({ browser, contextOptions, baseURL, consoleGuard }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL: baseURL ?? '' });
      contexts.push(context);
      consoleGuard.watch(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  ownAccounts: async ({ admin, browser }, use) => {
    const accounts: OwnAccount[] = [];
    await use(accounts);
    // Left, because a page that still calls the server is refused; Chromium may forget to close it.
    const pages = browser.contexts().flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.goto('about:blank')));
    await removeAccounts(admin, accounts);
  },
  newAccount: async ({ admin, ownAccounts }, use) => {
    await use(async () => {
      const account = await createAccount(admin);
      ownAccounts.push(account);
      return account;
    });
  },
  market: async ({ stack, admin, ownAccounts }, use) => {
    const market = new Market(stack, admin);
    await use(market);
    await market.close(ownAccounts);
  },
  shopper: async ({ newAccount, market }, use) => {
    await use({ fan: await newAccount(), blockId: await market.newBlock(50, 100) });
  },
});
