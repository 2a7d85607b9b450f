import type { BrowserContext, Page } from '@playwright/test';

/** A text that a page showed, and the user who was signed in then; '' for nobody. */
export type Sight = { readonly uid: string; readonly text: string };

export async function recordSights(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // An empty tab has no storage.
    if (location.protocol === 'about:') return;
    const sights: Sight[] = [];
    Object.assign(window, { sights });
    const user = (): string => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser:'));
      return key ? JSON.parse(localStorage.getItem(key) ?? '{}').uid : '';
    };
    const look = () => {
      const text = document.body?.innerText ?? '';
      const uid = user();
      const last = sights.at(-1);
      if (last?.text !== text || last.uid !== uid) sights.push({ uid, text });
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}

export const readSights = (page: Page): Promise<Sight[]> =>
  page.evaluate(() => Reflect.get(window, 'sights'));
