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
 * Answers a page's listener on one path of the live database with a refusal, which the real
 * database never gives for what is public. Everything else goes through.
 */
export async function refuseListener(page: Page, path: string) {
  let refusing = true;
  let tellFirst = () => {};
  const first = new Promise<void>((resolve) => {
    tellFirst = resolve;
  });
  await page.routeWebSocket(/\.ws\?/, (browser: WebSocketRoute) => {
    const server = browser.connectToServer();
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
    /** Resolves with the first refusal. */
    first,
    end: () => {
      refusing = false;
    },
  };
}
