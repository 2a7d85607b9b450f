import type { IncomingMessage } from 'node:http';
import { type Identity, identify, SIGNED_OUT } from '../../identity.ts';
import type { Databases } from '../databases.ts';
import type { Namespace } from '../namespace.ts';
import { InvalidData } from '../refusal.ts';
import { type Path, parsePath } from '../tree/path.ts';
import { MAX_MESSAGE_LENGTH } from '../wire/frames.ts';

export function namespaceName(url: URL, projectId: string): string {
  return url.searchParams.get('ns') || `${projectId}-default-rtdb`;
}

export interface RestCall {
  readonly method: string;
  readonly url: URL;
  readonly path: Path;
  readonly namespace: Namespace;
  readonly who: Identity;
  readonly request: IncomingMessage;
}

/** @throws InvalidData for a bad path, InvalidToken for a bad credential */
export function parseRestCall(request: IncomingMessage, url: URL, databases: Databases): RestCall {
  const name = namespaceName(url, databases.projectId);
  return {
    method: request.method ?? 'GET',
    url,
    path: parsePath(decodePath(url.pathname.slice(0, -'.json'.length))),
    namespace: databases.get(name),
    who: identifyCaller(request, url, databases.projectOf(name), databases.tokenNow()),
    request,
  };
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request);
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidData("Invalid data; couldn't parse JSON object, array, or value.");
  }
}

export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > MAX_MESSAGE_LENGTH) throw new InvalidData('The body is longer than 16 MB');
  }
  return Buffer.concat(chunks).toString('utf8');
}

function identifyCaller(
  request: IncomingMessage,
  url: URL,
  projectId: string,
  now: number,
): Identity {
  const header = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const token = url.searchParams.get('auth') || url.searchParams.get('access_token') || header;
  if (!token) return SIGNED_OUT;
  return identify(token, projectId, now);
}

function decodePath(text: string): string {
  // Each key is decoded separately: an encoded slash belongs to a key and is refused there.
  return text
    .split('/')
    .map((key) => {
      try {
        return decodeURIComponent(key).replaceAll('/', '#');
      } catch {
        throw new InvalidData('The address is not valid percent-encoding');
      }
    })
    .join('/');
}
