import type { ServerResponse } from 'node:http';
import type { Identity } from '../../identity.ts';
import type { Namespace } from '../namespace.ts';
import { NotImplemented, PermissionDenied } from '../refusal.ts';
import { treeToJson } from '../tree/json.ts';
import { getAt } from '../tree/node.ts';
import { joinPath, type Path } from '../tree/path.ts';
import { parseRestQuery } from '../tree/query.ts';
import type { RestCall } from './request.ts';

const KEEP_ALIVE_MILLIS = 30_000;
const MAX_BACKLOG_BYTES = 64 * 1024 * 1024;
const REDIRECTED = 'redirected';

export function wantsStream({ method, request }: RestCall): boolean {
  return method === 'GET' && (request.headers.accept ?? '').includes('text/event-stream');
}

/**
 * Redirects a new stream as production does (there to another host), so that a client that cannot
 * follow redirects fails here too.
 * @returns whether it redirected
 */
export function redirectStream({ url }: RestCall, response: ServerResponse): boolean {
  if (url.searchParams.has(REDIRECTED)) return false;
  const target = new URL(url);
  target.searchParams.set(REDIRECTED, '1');
  response.writeHead(307, { location: target.href }).end();
  return true;
}

export class Stream {
  readonly #response: ServerResponse;
  readonly #namespace: Namespace;
  readonly #path: Path;
  readonly #who: Identity;
  readonly #stop: () => void;
  readonly #keepAlive: NodeJS.Timeout;

  /** @throws PermissionDenied before anything is sent */
  constructor({ url, path, namespace, who }: RestCall, response: ServerResponse) {
    this.#response = response;
    this.#namespace = namespace;
    this.#path = path;
    if (parseRestQuery(url.searchParams)) throw new NotImplemented('A stream of a query');
    this.#who = who;
    if (!namespace.canRead(path, who)) throw new PermissionDenied();
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    this.#stop = namespace.listen(path, (update) => {
      const place = JSON.stringify(`/${joinPath(update.path.slice(path.length))}`);
      const data = `{"path":${place},"data":${update.data('plain')}}`;
      this.#send(update.isMerge ? 'patch' : 'put', data);
    });
    const data = treeToJson(getAt(namespace.root, path), 'plain');
    this.#send('put', JSON.stringify({ path: '/', data }));
    this.#keepAlive = setInterval(() => this.#send('keep-alive', 'null'), KEEP_ALIVE_MILLIS);
  }

  end(): void {
    this.#stop();
    clearInterval(this.#keepAlive);
    this.#response.end();
  }

  /** Ends the stream if its token has expired at `now` (milliseconds). */
  checkExpiry(now: number): void {
    if (this.#who.expiresAt === undefined || this.#who.expiresAt > now) return;
    this.#send('auth_revoked', '"credential is no longer valid"');
    this.end();
  }

  checkListens(): void {
    if (this.#namespace.canRead(this.#path, this.#who)) return;
    this.#send('cancel', 'null');
    this.end();
  }

  #send(event: string, data: string): void {
    if (this.#response.writableEnded) return;
    if (this.#response.writableLength > MAX_BACKLOG_BYTES) this.#response.destroy();
    else this.#response.write(`event: ${event}\ndata: ${data}\n\n`);
  }
}
