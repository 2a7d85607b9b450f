import type { Page, WebSocketRoute } from '@playwright/test';

type Wire = { t?: string; d?: { r?: number; a?: string; b?: { p?: string } } };

const parse = (message: string | Buffer): Wire | undefined => {
  try {
    return JSON.parse(String(message));
  } catch {
    return undefined;
  }
};

/**
 * Refuses a page's listener on one path of the Realtime Database, which the real database never
 * does for public data. Everything else passes through.
 */
export async function refuseListener(page: Page, path: string) {
  let refusing = true;
  let revoke = () => {};
  let tellFirst = () => {};
  const first = new Promise<void>((resolve) => {
    tellFirst = resolve;
  });
  await page.routeWebSocket(/\.ws\?/, (browser: WebSocketRoute) => {
    const server = browser.connectToServer();
    revoke = () => browser.send(JSON.stringify({ t: 'd', d: { a: 'c', b: { p: path } } }));
    browser.onMessage((message) => {
      const wire = parse(message);
      const listens = wire?.d?.a === 'q' && wire.d.b?.p === `/${path}`;
      if (!refusing || !listens) return server.send(message);
      const body = { s: 'permission_denied', d: 'Permission denied' };
      browser.send(JSON.stringify({ t: 'd', d: { r: wire?.d?.r, b: body } }));
      tellFirst();
    });
  });
  return {
    first,
    revoke: () => {
      refusing = true;
      revoke();
    },
    end: () => {
      refusing = false;
    },
  };
}

/**
 * Makes the Firestore rules refuse a page's listener on a path, by replacing the path with a closed
 * one. @returns a function that ends this
 */
export async function refuseDocuments(page: Page, path: string): Promise<() => Promise<void>> {
  const address = '**/google.firestore.v1.Firestore/Listen/**';
  const [collectionId] = path.split('/').slice(-1);
  const closed = (message: string): string =>
    message
      .replaceAll(`/documents/${path}"`, '/documents/guards/closed"')
      .replaceAll(`"collectionId":"${collectionId}"`, '"collectionId":"guards"');
  await page.route(address, (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    const changed = [...form].map(([name, value]) => [name, closed(value)]);
    const postData = new URLSearchParams(changed).toString();
    return route.request().method() === 'POST' ? route.continue({ postData }) : route.continue();
  });
  return () => page.unroute(address);
}
