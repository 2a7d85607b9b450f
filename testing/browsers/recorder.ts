import type { BrowserContext, Page } from '@playwright/test';

/** What a page showed, and who was its browser's user then; '' when no one was. */
export type Sight = { readonly uid: string; readonly text: string };

/** From the first moment on, pages of the context keep every text they ever show. */
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

export const sightsOf = (page: Page): Promise<Sight[]> =>
  page.evaluate(() => Reflect.get(window, 'sights'));
