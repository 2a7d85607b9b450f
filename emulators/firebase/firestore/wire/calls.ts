import {
  type Caller,
  type Calls,
  codes,
  type DatabaseName,
  type OpenStream,
  Refusal,
  type StreamHandlers,
} from '../contract.ts';
import type { Backend } from './backend.ts';
import { readCaller } from './caller.ts';
import { toRefusal } from './refused.ts';

type Json = Readonly<Record<string, unknown>>;

export type Authorization = string | undefined;

/** Returns the calls and the caller of a request. @throws Refusal and InvalidToken */
function enter(
  backend: Backend,
  request: Json,
  authorization: Authorization,
): { readonly calls: Calls; readonly caller: Caller } {
  const name = readDatabaseName(request);
  // An unknown project is refused before its tokens are checked, because it has no users.
  const calls = backend.calls(name);
  return { calls, caller: readCaller(authorization, name.project) };
}

/** Returns the database of a request, from whichever field names it. @throws Refusal */
export function readDatabaseName(request: Json): DatabaseName {
  const { database, parent, name, document } = request;
  const inner = typeof document === 'object' && document !== null ? document : {};
  const text = database ?? parent ?? name ?? ('name' in inner ? inner.name : undefined);
  const match = /^projects\/([^/]+)\/databases\/([^/]+)(?:\/|$)/.exec(String(text ?? ''));
  if (!match) {
    const shown = JSON.stringify(text ?? '');
    throw new Refusal(codes.INVALID_ARGUMENT, `The request names no database: ${shown}`);
  }
  return { project: match[1]!, database: match[2]! };
}

/** Runs a call with one or several answers. @throws Refusal and InvalidToken */
export async function call(
  backend: Backend,
  method: { readonly name: string; readonly kind: 'one' | 'many' | 'open' },
  request: Json,
  authorization: Authorization,
): Promise<readonly Json[]> {
  const { calls, caller } = enter(backend, request, authorization);
  if (method.kind === 'many') return calls.many(method.name, request, caller);
  return [await calls.one(method.name, request, caller)];
}

export class OpenCall implements OpenStream {
  readonly #backend: Backend;
  readonly #method: string;
  readonly #authorization: Authorization;
  readonly #handlers: StreamHandlers;
  #stream: OpenStream | undefined;
  #isOver = false;

  constructor(options: {
    readonly backend: Backend;
    readonly method: string;
    readonly authorization: Authorization;
    readonly handlers: StreamHandlers;
  }) {
    this.#backend = options.backend;
    this.#method = options.method;
    this.#authorization = options.authorization;
    this.#handlers = options.handlers;
  }

  /** Forwards a message; an invalid one ends the call through `onEnd`. */
  send(message: Json): void {
    if (this.#isOver) return;
    try {
      this.#stream ??= this.#open(message);
      this.#stream.send(message);
    } catch (error) {
      this.fail(error);
    }
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stream?.close();
  }

  fail(error: unknown): void {
    if (this.#isOver) return;
    this.close();
    this.#handlers.onEnd(toRefusal(error));
  }

  #open(message: Json): OpenStream {
    const { calls, caller } = enter(this.#backend, message, this.#authorization);
    return calls.open(this.#method, caller, {
      onAnswer: (answer) => {
        if (!this.#isOver) this.#handlers.onAnswer(answer);
      },
      onEnd: (refusal) => {
        if (this.#isOver) return;
        this.#isOver = true;
        this.#handlers.onEnd(refusal);
      },
    });
  }
}
