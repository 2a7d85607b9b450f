import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

/** Options that can change on an open tab; all others need a fresh profile. */
const looks = ['viewport', 'colorScheme', 'reducedMotion'];

const TIMEOUT_MILLIS = 10_000;

type Emitter = NodeJS.EventEmitter;

interface KeptTab {
  readonly page: Page;
  readonly devtools: CDPSession;
  /** Every origin opened in it since it was last emptied. */
  readonly visited: Set<string>;
  readonly forget: () => Promise<void>;
  isTaken: boolean;
}

const kept = new WeakMap<Browser, KeptTab>();

function noteGiven(page: Page, given: (() => Promise<void>)[]): void {
  const context = page.context();
  for (const target of [page, context]) {
    const add: Page['addInitScript'] = target.addInitScript.bind(target);
    target.addInitScript = async (script, argument, options) => {
      const added = await add(script, argument, options);
      given.push(() => added.dispose());
      return added;
    };
  }
  const open = context.newCDPSession.bind(context);
  context.newCDPSession = async (target) => {
    const session = await open(target);
    given.push(() => session.detach().catch(() => {}));
    return session;
  };
}

/** @returns a function that removes all listeners added later */
function listenersOf(emitter: Emitter): () => void {
  const own = new Map(emitter.eventNames().map((name) => [name, new Set(emitter.listeners(name))]));
  return () => {
    for (const name of emitter.eventNames()) {
      for (const listener of emitter.listeners(name)) {
        if (!own.get(name)?.has(listener)) emitter.off(name, listener as () => void);
      }
    }
  };
}

async function newKeptTab(browser: Browser): Promise<KeptTab> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const visited = new Set<string>();
  context.once('close', () => kept.delete(browser));
  const note = (url: string) => {
    if (/^https?:/.test(url)) visited.add(new URL(url).origin);
  };
  context.on('framenavigated', (frame) => note(frame.url()));
  const given: (() => Promise<void>)[] = [];
  noteGiven(page, given);
  const removals = [page, context].map((each) => listenersOf(each as unknown as Emitter));
  const forget = async () => {
    for (const remove of removals) remove();
    await Promise.all([
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
      ...given.splice(0).map((takeBack) => takeBack()),
    ]);
  };
  const tab = { page, devtools, visited, forget, isTaken: false };
  kept.set(browser, tab);
  return tab;
}

/**
 * Returns an empty tab with the requested settings. Tests share one tab, because a fresh profile
 * costs three times as much as a page: its process compiles every script again. A test with further
 * options gets a fresh profile. Call `giveTabsBack` after each test, and before another page is
 * opened.
 */
export async function takeTab(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const isOfLooks = Object.keys(options).every((name) => looks.includes(name));
  if (!isOfLooks) {
    const fresh = await (await browser.newContext(options)).newPage();
    fresh.setDefaultTimeout(TIMEOUT_MILLIS);
    return fresh;
  }
  const tab = kept.get(browser) ?? (await newKeptTab(browser));
  if (tab.isTaken) throw new Error('The tab is taken. Give it back first.');
  tab.isTaken = true;
  tab.page.setDefaultTimeout(TIMEOUT_MILLIS);
  const { viewport, colorScheme = 'light', reducedMotion = 'no-preference' } = options;
  await Promise.all([
    tab.page.setViewportSize(viewport ?? { width: 1280, height: 720 }),
    tab.page.emulateMedia({
      media: null,
      colorScheme,
      reducedMotion,
      forcedColors: 'none',
      contrast: 'no-preference',
    }),
  ]);
  return tab.page;
}

/**
 * Ends everything a test has opened: closes fresh profiles and empties the shared tab. `emptyPage`
 * is the URL of an empty page of the site, because the process of a site ends with its last page.
 */
export async function giveTabsBack(browser: Browser, emptyPage: string): Promise<void> {
  const tab = kept.get(browser);
  const keptContext = tab?.page.context();
  const others = browser.contexts().filter((context) => context !== keptContext);
  await Promise.all(others.map((context) => context.close()));
  if (!tab?.isTaken) return;
  const isEmpty = await empty(tab, emptyPage).catch(() => false);
  if (isEmpty) tab.isTaken = false;
  else await keptContext?.close();
}

/**
 * Empties a tab. @returns false if that is impossible: a stopped clock stays in its profile, a
 * closed tab cannot be reopened, and a pending navigation may not be reversible
 */
async function empty(tab: KeptTab, emptyPage: string): Promise<boolean> {
  const { page, devtools, visited } = tab;
  const context = page.context();
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await Promise.all([tab.forget(), context.setOffline(false), page.mouse.move(-1, -1)]);
  await page.goto(emptyPage);
  const clearOrigin = (origin: string) =>
    devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  const [isClockStopped] = await Promise.all([
    page.evaluate(() => {
      sessionStorage.clear();
      return '__pwClock' in window;
    }),
    ...[...visited].map(clearOrigin),
    context.clearCookies(),
    context.clearPermissions(),
    context.setExtraHTTPHeaders({}),
    devtools.send('Page.resetNavigationHistory'),
  ]);
  visited.clear();
  return !isClockStopped;
}
