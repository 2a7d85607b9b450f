import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Backend } from '../backend.ts';
import { OpenCall } from '../calls.ts';
import { parseObject } from '../http.ts';
import { readJson } from '../messages/read-json.ts';
import type { Method } from '../messages/shapes.ts';
import { errorBody } from '../refused.ts';
import type { Form } from './form.ts';
import { Outbox } from './outbox.ts';

export const limits = {
  /** Proxies and pages drop connections that are silent for longer. */
  noopMillis: 25_000,
  /** A page without a back channel for this long is gone. */
  abandonedMillis: 60_000,
  /** A browser allows six connections to a host, so an idle Write releases its own. */
  idleWriteMillis: 1_500,
  /** The length of a back channel in UTF-16 units; the next one confirms the arrays. */
  backChannel: 1024 * 1024,
} as const;

interface BackChannel {
  readonly response: ServerResponse;
  /** Whether it ends after one batch, for a client that cannot read a stream. */
  readonly isPolling: boolean;
  /** UTF-16 units written so far. */
  written: number;
  /** Milliseconds. */
  lastWrite: number;
}

/** A Listen or Write call over WebChannel: a stream made of many requests. */
export class Session {
  readonly id = randomBytes(16).toString('base64url');
  readonly #method: Method;
  readonly #call: OpenCall;
  readonly #outbox = new Outbox();
  readonly #now: () => number;
  readonly #onOver: (session: Session) => void;
  #back: BackChannel | undefined;
  #writtenId = 0;
  #lastMessage = -1;
  #waitingAnswers = 0;
  /** Milliseconds: the last back channel, and the last message. */
  #lastBack: number;
  #lastUse: number;
  #isFlushing = false;
  #hasEnded = false;
  isOver = false;

  constructor(options: {
    readonly backend: Backend;
    readonly method: Method;
    readonly authorization: string | undefined;
    /** Milliseconds, to measure timeouts. */
    readonly now: () => number;
    readonly onOver: (session: Session) => void;
  }) {
    const { backend, method, authorization, now, onOver } = options;
    this.#method = method;
    this.#now = now;
    this.#onOver = onOver;
    this.#lastBack = this.#lastUse = now();
    this.#outbox.add(JSON.stringify(['c', this.id, '', 8, 12, 30_000]));
    this.#call = new OpenCall({
      backend,
      method: method.name,
      authorization,
      handlers: {
        onAnswer: (message) => {
          this.#waitingAnswers -= 1;
          this.#lastUse = now();
          this.#send(JSON.stringify([message]));
        },
        onEnd: (refusal) => {
          // With a refusal the client closes the session itself.
          this.#send(JSON.stringify(refusal ? [errorBody(refusal)] : ['close']));
          this.#hasEnded = true;
        },
      },
    });
  }

  get greeting(): string {
    return this.#outbox.frameAfter(-1) ?? '';
  }

  /** Takes the messages of a form; ignores those received before. */
  receive({ messages }: Form): void {
    for (const { number, text } of messages) {
      if (number <= this.#lastMessage) continue;
      this.#lastMessage = number;
      this.#waitingAnswers += 1;
      this.#lastUse = this.#now();
      try {
        this.#call.send(readJson(this.#method.request, parseObject(text)));
      } catch (error) {
        this.#call.fail(error);
      }
    }
  }

  /** The answer to a posted form: whether there is a back channel, the last array, units held. */
  get state(): readonly [number, number, number] {
    return [this.#back ? 1 : 0, this.#outbox.lastId, this.#outbox.held];
  }

  confirm(id: number): void {
    this.#outbox.forget(id);
  }

  /** Sends answers to this response from now on, starting after `lastSeen`. */
  attach(response: ServerResponse, lastSeen: number, isPolling: boolean): void {
    this.#endBack();
    this.confirm(lastSeen);
    this.#writtenId = lastSeen;
    this.#lastBack = this.#now();
    const back = { response, isPolling, written: 0, lastWrite: this.#now() };
    this.#back = back;
    response.on('close', () => {
      if (this.#back !== back) return;
      this.#back = undefined;
      this.#lastBack = this.#now();
    });
    if (this.#outbox.lastId <= lastSeen && !isPolling) this.#outbox.add('["noop"]');
    this.#flush();
  }

  tick(): void {
    const now = this.#now();
    const back = this.#back;
    if (!back && now - this.#lastBack > limits.abandonedMillis) {
      this.end();
      return;
    }
    const isIdle = this.#waitingAnswers <= 0 && now - this.#lastUse >= limits.idleWriteMillis;
    if (this.#method.name === 'Write' && back && isIdle && !this.#hasEnded) {
      this.#call.close();
      this.#hasEnded = true;
      this.#send('["close"]');
    } else if (back && now - back.lastWrite >= limits.noopMillis) this.#send('["noop"]');
  }

  /** Ends the session; its client then gets an unknown-session error. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#call.close();
    this.#endBack();
    this.#onOver(this);
  }

  #send(text: string): void {
    if (this.isOver || (this.#hasEnded && text !== '["close"]')) return;
    this.#outbox.add(text);
    if (this.#isFlushing) return;
    // The answers to a commit are sent together.
    this.#isFlushing = true;
    setImmediate(() => {
      this.#isFlushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    const back = this.#back;
    const text = back && this.#outbox.frameAfter(this.#writtenId);
    if (!back || text === undefined) return;
    back.response.write(text);
    back.written += text.length;
    back.lastWrite = this.#now();
    this.#writtenId = this.#outbox.lastId;
    if (back.isPolling || back.written > limits.backChannel) this.#endBack();
  }

  #endBack(): void {
    const back = this.#back;
    this.#back = undefined;
    this.#lastBack = this.#now();
    back?.response.end();
  }
}
