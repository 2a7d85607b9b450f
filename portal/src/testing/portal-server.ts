import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { initConfigPath } from '@datchain/shared/contracts/site-addresses.ts';
import type { Plugin } from 'vite';
import { hostPortal } from './portal-files.ts';

const emptyPath = '/empty.html';
const emptyPage = '<!doctype html><title>Empty</title><link rel="icon" href="data:,">';

export interface PortalServer {
  readonly origin: string;
  readonly emptyPage: string;
}

const served = new Map<Plugin | undefined, Promise<PortalServer>>();

/**
 * Serves the portal like Hosting, with a plugin's changes and its own configuration. Once per
 * worker and at one address, so that the browser caches its scripts.
 */
export function servePortal(
  configOf: (origin: string) => unknown,
  plugin?: Plugin,
): Promise<PortalServer> {
  const serving = served.get(plugin) ?? serve(configOf, plugin);
  served.set(plugin, serving);
  return serving;
}

async function serve(configOf: (origin: string) => unknown, plugin?: Plugin) {
  const hosted = await hostPortal(plugin);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin);
    const { contentType, headers, body } = hosted(pathname);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    // The name contains a hash of the content, so it can be cached forever.
    if (pathname.startsWith('/portal/assets/')) {
      response.setHeader('cache-control', 'max-age=31536000, immutable');
    }
    const send = (type: string, text: string | Buffer) => {
      response.writeHead(200, { 'content-type': type }).end(text);
    };
    if (pathname === initConfigPath) send('application/json', JSON.stringify(configOf(origin)));
    else if (pathname === emptyPath) send('text/html', emptyPage);
    else send(contentType, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, emptyPage: origin + emptyPath };
}
