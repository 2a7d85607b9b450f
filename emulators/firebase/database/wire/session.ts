import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import { type Identity, identify, SIGNED_OUT } from '../../identity.ts';
import type { Databases } from '../databases.ts';
import type { Namespace } from '../namespace.ts';
import { InvalidData, NotImplemented, PermissionDenied } from '../refusal.ts';
import { treeToJson } from '../tree/json.ts';
import { getAt } from '../tree/node.ts';
import { joinPath, type Path, parsePath } from '../tree/path.ts';
import { parseWireQuery } from '../tree/query.ts';
import type { Update } from '../watches.ts';
import {
  type Answer,
  asBody,
  type Body,
  describeError,
  readTextField,
  writeRequest,
} from './bodies.ts';
import { FrameReader } from './frames.ts';

interface Listen {
  readonly path: Path;
  readonly stop: () => void;
}

/** A client that reads too slowly is disconnected before its backlog fills the memory. */
const MAX_BACKLOG_BYTES = 64 * 1024 * 1024;

/** A client SDK's socket: wire protocol version 5. */
export class Session {
  readonly #socket: WebSocket;
  readonly #databases: Databases;
  readonly #namespace: Namespace;
  readonly #projectId: string;
  readonly #frames = new FrameReader();
  readonly #listens = new Map<string, Listen>();
  #who: Identity = SIGNED_OUT;

  constructor(socket: WebSocket, databases: Databases, namespaceName: string, host: string) {
    this.#socket = socket;
    this.#databases = databases;
    this.#namespace = databases.get(namespaceName);
    this.#projectId = databases.projectOf(namespaceName);
    socket.on('message', (data) => this.#receive(String(data)));
    socket.on('close', () => this.end());
    socket.on('error', () => socket.terminate());
    const id = randomBytes(16).toString('base64url');
    this.#control('h', { ts: databases.now(), v: '5', h: host, s: id });
  }

  end(): void {
    for (const { stop } of this.#listens.values()) stop();
    this.#listens.clear();
  }

  checkExpiry(): void {
    const { expiresAt } = this.#who;
    if (expiresAt === undefined || expiresAt > this.#databases.tokenNow()) return;
    this.#push('ac', JSON.stringify({ s: 'expired_token', d: 'Auth token is expired' }));
    this.#become(SIGNED_OUT);
  }

  checkListens(): void {
    for (const [id, { path, stop }] of this.#listens) {
      if (this.#namespace.canRead(path, this.#who)) continue;
      stop();
      this.#listens.delete(id);
      this.#push('c', JSON.stringify({ p: `/${joinPath(path)}` }));
    }
  }

  #receive(frame: string): void {
    try {
      const text = this.#frames.take(frame);
      if (text !== null) this.#handle(JSON.parse(text));
    } catch {
      this.#socket.close(1002, 'This is not the Realtime Database protocol');
    }
  }

  #handle(message: {
    t?: unknown;
    d?: { t?: unknown; r?: unknown; a?: unknown; b?: unknown };
  }): void {
    const data = message.d;
    if (message.t === 'c') {
      if (data?.t === 'p') this.#control('o', {});
      return;
    }
    if (message.t !== 'd' || !data || typeof data.a !== 'string')
      throw new InvalidData('no action');
    const { s, d } = this.#answer(data.a, asBody(data.b));
    this.#send(`{"t":"d","d":${JSON.stringify({ r: data.r, b: { s, d } })}}`);
  }

  #answer(action: string, body: Body): Answer {
    try {
      return { s: 'ok', d: this.#act(action, body) };
    } catch (error) {
      return describeError(error);
    }
  }

  #act(action: string, body: Body): unknown {
    switch (action) {
      case 's':
      case 'appcheck':
      case 'unappcheck':
        return '';
      case 'auth':
      case 'gauth':
        return this.#signIn(body);
      case 'unauth':
        this.#become(SIGNED_OUT);
        return '';
      case 'g':
        return this.#get(body);
      case 'q':
        return this.#listen(body);
      case 'n':
        return this.#unlisten(body);
      case 'p':
      case 'm':
        this.#namespace.write(writeRequest(action === 'p' ? 'set' : 'update', body), this.#who);
        return '';
      default:
        throw new NotImplemented(`The message ${JSON.stringify(action)}`);
    }
  }

  #signIn(body: Body): unknown {
    const who = identify(readTextField(body, 'cred'), this.#projectId, this.#databases.tokenNow());
    if (body.noauth === true || body.authvar !== undefined) {
      throw new NotImplemented('Acting as another user');
    }
    this.#become(who);
    return { auth: this.#who.auth };
  }

  #become(who: Identity): void {
    this.#who = who;
    this.checkListens();
  }

  #get(body: Body): unknown {
    const query = parseWireQuery(body.q);
    const tree = this.#namespace.readIndexed(parsePath(readTextField(body, 'p')), query, this.#who);
    return treeToJson(tree, 'export');
  }

  #listen(body: Body): unknown {
    const path = parsePath(readTextField(body, 'p'));
    if (parseWireQuery(body.q)) throw new NotImplemented('A listen with a query');
    if (!this.#namespace.canRead(path, this.#who)) throw new PermissionDenied();
    const stop = this.#namespace.listen(path, (update) => this.#tell(update));
    const id = joinPath(path);
    this.#listens.get(id)?.stop();
    this.#listens.set(id, { path, stop });
    const data = JSON.stringify(treeToJson(getAt(this.#namespace.root, path), 'export'));
    this.#push('d', `{"p":${JSON.stringify(id)},"d":${data}}`);
    return {};
  }

  #unlisten(body: Body): unknown {
    const id = joinPath(parsePath(readTextField(body, 'p')));
    this.#listens.get(id)?.stop();
    this.#listens.delete(id);
    return '';
  }

  #tell(update: Update): void {
    const path = JSON.stringify(joinPath(update.path));
    this.#push(update.isMerge ? 'm' : 'd', `{"p":${path},"d":${update.data('export')}}`);
  }

  #push(action: string, body: string): void {
    this.#send(`{"t":"d","d":{"a":"${action}","b":${body}}}`);
  }

  #control(type: string, data: unknown): void {
    this.#send(JSON.stringify({ t: 'c', d: { t: type, d: data } }));
  }

  #send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_BACKLOG_BYTES) this.#socket.terminate();
    else this.#socket.send(text);
  }
}
