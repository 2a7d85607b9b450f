import { generateKeyPair, type KeyObject, randomUUID, sign, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { keepIdleConnections } from '@datchain/emulators-common/keep-idle.ts';
import { host, requireDemoProject } from '@datchain/emulators-common/local-only.ts';

export type AppCheckServer = { port: number; close(): Promise<void> };

export type AppCheckOptions = {
  port: number;
  projectId: string;
  appIds: readonly string[];
  debugTokens: readonly string[];
};

const projectNumber = '1234567890';
const tokenLifetimeSeconds = 3_600;
const maxBodyLength = 10_000;

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * Starts the App Check emulator on 127.0.0.1. It exchanges a registered debug token for a signed
 * token, and serves the public key that the Admin SDK verifies it with. Each start makes a new key,
 * which never leaves the process.
 *
 * @throws for a project id without `demo-`, and for a port in use
 */
export async function startAppCheck(options: AppCheckOptions): Promise<AppCheckServer> {
  requireDemoProject(options.projectId);
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
  });
  const kid = randomUUID();
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }];

  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/v1/jwks') answer(response, 200, { keys });
    else if (request.method === 'OPTIONS') answer(response, 204);
    else
      exchange(options, request).then(
        (appId) => {
          const token = appId && signedToken({ ...options, appId, kid, privateKey });
          if (token) answer(response, 200, { token, ttl: `${tokenLifetimeSeconds}s` });
          else answer(response, 403, refusal(403, 'PERMISSION_DENIED', 'App attestation failed.'));
        },
        (error: Error) => answer(response, 400, refusal(400, 'INVALID_ARGUMENT', error.message)),
      );
  });
  keepIdleConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const exchangePath = /^\/v1\/projects\/([\w-]+)\/apps\/([\w:.-]+):exchangeDebugToken(\?.*)?$/;

/** Returns the app that the request proves to come from; undefined without proof. */
async function exchange(
  { projectId, appIds, debugTokens }: AppCheckOptions,
  request: IncomingMessage,
): Promise<string | undefined> {
  const [, project, appId = ''] = exchangePath.exec(request.url ?? '') ?? [];
  if (request.method !== 'POST' || project === undefined) throw new Error('Not simulated.');
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > maxBodyLength) throw new Error('The body is too large.');
  }
  // The web SDK writes this field with an underscore, unlike the API documentation.
  const { debugToken, debug_token: given = debugToken } = JSON.parse(text || '{}');
  const isKnown = debugTokens.some((token) => isSame(token, String(given)));
  return isKnown && project === projectId && appIds.includes(appId) ? appId : undefined;
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

type Grant = { projectId: string; appId: string; kid: string; privateKey: KeyObject };

function signedToken({ projectId, appId, kid, privateKey }: Grant): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    sub: appId,
    aud: [`projects/${projectNumber}`, `projects/${projectId}`],
    iss: `https://firebaseappcheck.googleapis.com/${projectNumber}`,
    provider: 'debug',
    iat: now,
    exp: now + tokenLifetimeSeconds,
    jti: randomUUID(),
  };
  const text = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
}

const refusal = (code: number, status: string, message: string) => ({
  error: { code, status, message },
});

function answer(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
