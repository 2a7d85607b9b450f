import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Key } from './id-tokens.ts';

export interface Google {
  readonly port: number;
  /** Whether the public keys of ID tokens can be fetched; initially they cannot. */
  serveKeys(on: boolean): void;
  asked(): number;
  auth(how: 'answers' | 'fails' | 'hangs'): void;
  close(): void;
}

interface Parts {
  readonly key: Key;
  readonly appCheckKey: Key;
  readonly authUrl: string;
}

const jwkOf = ({ kid, pem }: Key) => ({
  ...createPublicKey(pem).export({ format: 'jwk' }),
  kid,
  alg: 'RS256',
  use: 'sig',
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const headers = { 'content-type': 'application/json', 'cache-control': 'max-age=3600' };
  response.writeHead(status, headers);
  response.end(JSON.stringify(body));
}

/**
 * Starts an emulator of the Google services of a deployed server: public keys, its own access
 * token, and Auth, which is forwarded to the emulator.
 */
export async function startGoogle({ key, appCheckKey, authUrl }: Parts): Promise<Google> {
  let serving = false;
  let asked = 0;
  let auth: 'answers' | 'fails' | 'hangs' = 'answers';

  async function askAuth(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (auth === 'hangs') return;
    if (auth === 'fails') return send(response, 500, { error: { message: 'BACKEND_ERROR' } });
    if (request.headers.authorization !== 'Bearer of-the-server') return send(response, 401, {});
    const answer = await fetch(`${authUrl}/identitytoolkit.googleapis.com${request.url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body,
    });
    send(response, answer.status, await answer.json());
  }

  const routes: readonly [RegExp, (request: IncomingMessage, response: ServerResponse) => void][] =
    [
      [
        /\/securetoken@system\.gserviceaccount\.com$/,
        (_request, response) => {
          asked += 1;
          send(response, serving ? 200 : 500, serving ? { [key.kid]: key.pem } : {});
        },
      ],
      [/^\/v1\/jwks$/, (_request, response) => send(response, 200, { keys: [jwkOf(appCheckKey)] })],
      [
        /^\/token$/,
        (_request, response) =>
          send(response, 200, {
            access_token: 'of-the-server',
            token_type: 'Bearer',
            expires_in: 3_600,
          }),
      ],
      [/^\/v1\/projects\/[\w-]+\/accounts:lookup$/, askAuth],
    ];
  const server = createServer((request, response) => {
    const route = routes.find(([path]) => path.test(request.url ?? ''));
    if (route) route[1](request, response);
    else send(response, 404, {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    serveKeys(on) {
      serving = on;
    },
    asked: () => asked,
    auth(how) {
      auth = how;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
