import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { initConfigPath } from '@datchain/shared/contracts/site-addresses.ts';
import { hostPortal } from './portal-files.ts';
import { withStandIns } from './stand-ins.ts';

/** A page with nothing on it. */
export const emptyPath = '/empty.html';
const emptyPage = '<!doctype html><title>Empty</title><link rel="icon" href="data:,">';

export interface PortalServer {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Serves the portal as Hosting does, with calls and document store under the site's own origin. */
export async function servePortal(): Promise<PortalServer> {
  const hosted = await hostPortal(withStandIns);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin);
    const { contentType, headers, body } = hosted(pathname);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const send = (type: string, text: string | Buffer) => {
      response.writeHead(200, { 'content-type': type }).end(text);
    };
    if (pathname === initConfigPath) send('application/json', JSON.stringify(configOf(origin)));
    else if (pathname === emptyPath) send('text/html', emptyPage);
    else send(contentType, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const configOf = (origin: string) => ({
  apiKey: 'given',
  projectId: 'given',
  databaseURL: origin,
  local: { functions: origin, firestore: origin },
});
