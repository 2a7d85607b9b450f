import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { readFont, readStyles } from './read-styles.ts';

/**
 * The content security policy of the real sites: no inline style, and no inline script but the
 * session hint.
 */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  `script-src 'self' 'sha256-${createHash('sha256').update(sessionHintScript).digest('base64')}'`,
].join('; ');

const sleeve = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#EEA9AE" d="M0 0h9v9H0z"/><path fill="#18233F" d="M2 3h5v6H2z"/></svg>`;

export const emptyPath = '/empty';

type PageServer = { origin: string; close: () => Promise<void> };

/**
 * Serves rendered pages, the style sheet, the fonts and, at `/live.js`, a script bundle, under the
 * sites' content security policy. Pages without a bundle run no script but the session hint.
 */
export async function servePages(
  pages: Record<string, ReactElement>,
  liveScript?: string,
): Promise<PageServer> {
  const styles = readStyles();
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const send = (type: string, body: string | Buffer) => {
      response.writeHead(200, { 'content-type': type, 'content-security-policy': policy });
      response.end(body);
    };
    const page = pages[path];
    if (path === '/favicon.ico') return send('image/svg+xml', sleeve);
    if (path === emptyPath) return send('text/html', '<!doctype html><title>Empty</title>');
    if (path === '/site.css') return send('text/css', styles);
    if (path === '/sleeve.svg') return send('image/svg+xml', sleeve);
    if (path === '/live.js') return send('text/javascript', liveScript ?? '');
    if (path.startsWith('/fonts/')) return send('font/woff2', readFont(path.slice(7)));
    if (page) return send('text/html; charset=utf-8', document(page, liveScript !== undefined));
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function document(page: ReactElement, live: boolean): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Specimen</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>${sessionHintScript}</script><link rel="stylesheet" href="/site.css"></head>
<body>${renderToStaticMarkup(page)}${live ? '<script src="/live.js" defer></script>' : ''}</body></html>`;
}
