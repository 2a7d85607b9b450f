import type { IncomingMessage } from 'node:http';
import { ADMIN, type Identity, identify, SIGNED_OUT } from '../../identity.ts';
import { badRequest } from '../refusal.ts';

const MAX_JSON_BYTES = 64 * 1024;

export async function readText(
  request: IncomingMessage,
  mostBytes = MAX_JSON_BYTES,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // The connection must stay open for the refusal.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > mostBytes) throw badRequest(`The body is longer than ${mostBytes} bytes`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Returns the project whose users may access a bucket: `demo-x` for `demo-x` and
 * `demo-x.firebasestorage.app`.
 */
export const projectOf = (bucket: string): string =>
  bucket.replace(/\.(firebasestorage\.app|appspot\.com)$/, '');

/** @throws unless `name` starts with demo-, so that no real project is ever addressed */
export function requireDemo(name: string, what: 'bucket' | 'project id'): void {
  if (/^demo-[a-z0-9._-]{1,200}$/.test(name)) return;
  throw badRequest(
    `The ${what} ${JSON.stringify(name)} does not start with demo-: the local Cloud Storage serves demo projects only`,
  );
}

/** @throws a 400 for a name that Cloud Storage does not accept */
export function requireObjectName(name: string): void {
  const bytes = Buffer.byteLength(name);
  if (bytes < 1 || bytes > 1024) throw badRequest('Object names have 1 to 1024 bytes');
  if (/[\r\n]/.test(name) || name === '.' || name === '..') {
    throw badRequest(`Not usable as an object name: ${JSON.stringify(name)}`);
  }
}

/**
 * Identifies the caller by `Authorization: Firebase <token>`. firebase-admin requests download URLs
 * on the app's paths without a token. Its client header identifies it, which no web page may send
 * here.
 */
export function identifyCaller(request: IncomingMessage, bucket: string, now: number): Identity {
  const header = request.headers.authorization;
  const token = /^(?:Firebase|Bearer) (.+)$/i.exec(header ?? '')?.[1];
  if (token) return identify(token, projectOf(bucket), now);
  const client = String(request.headers['x-goog-api-client'] ?? '');
  const isServer = request.headers.origin === undefined && client.includes('gccl/');
  return isServer ? ADMIN : SIGNED_OUT;
}

export function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badRequest('The address is not valid percent-encoding');
  }
}
