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
  /** Proxies and pages give up on connections that are silent for longer. */
  noopMs: 25_000,
  /** A page that has not asked for its answers for so long is gone. */
  abandonedMs: 60_000,
  /** A browser has six connections to a host: an idle Write gives its own back. */
  idleWriteMs: 1_500,
  /** A back channel is ended after so many units: the next one says what has arrived. */
  backChannel: 1024 * 1024,
} as const;

interface BackChannel {
  readonly response: ServerResponse;
  /** Ends after one batch: the client cannot read while it comes. */
  readonly isPolling: boolean;
  /** Units written to it. */
  written: number;
  /** Milliseconds. */
  lastWrite: number;
}

/** One Listen or Write over WebChannel: a stream made of many requests. */
export class Session {
  readonly id = randomBytes(16).toString('base64url');
  readonly #method: Method;
  readonly #call: OpenCall;
  readonly #outbox = new Outbox();
  readonly #now: () => number;
  readonly #onOver: (session: Session) => void;
  #back: BackChannel | undefined;
  /** Number of the last array written to a back channel. */
  #writtenId = 0;
  #lastMessage = -1;
  #waitingAnswers = 0;
  /** Milliseconds: when a back channel was last there, a message last sent. */
  #lastBack: number;
  #lastUse: number;
  #isFlushing = false;
  #hasEnded = false;
  isOver = false;

  constructor(options: {
    readonly backend: Backend;
    readonly method: Method;
    readonly authorization: string | undefined;
    /** Milliseconds, for what is too long ago. */
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
          // With a refusal the client closes the session by itself.
          this.#send(JSON.stringify(refusal ? [errorBody(refusal)] : ['close']));
          this.#hasEnded = true;
        },
      },
    });
  }

  /** The answer to the request that opened the session. */
  get greeting(): string {
    return this.#outbox.frameAfter(-1) ?? '';
  }

  /** Takes the messages of a form; those it has had already came twice. */
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

  /** What a posted form is answered with: is there a back channel, the last array, units held. */
  get state(): readonly [number, number, number] {
    return [this.#back ? 1 : 0, this.#outbox.lastId, this.#outbox.held];
  }

  /** The client has all arrays up to this number. */
  confirm(id: number): void {
    this.#outbox.forget(id);
  }

  /** Answers go here from now on; first come those after `lastSeen`. */
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

  /** Looks after what only time tells. */
  tick(): void {
    const now = this.#now();
    const back = this.#back;
    if (!back && now - this.#lastBack > limits.abandonedMs) {
      this.end();
      return;
    }
    const isIdle = this.#waitingAnswers <= 0 && now - this.#lastUse >= limits.idleWriteMs;
    if (this.#method.name === 'Write' && back && isIdle && !this.#hasEnded) {
      this.#call.close();
      this.#hasEnded = true;
      this.#send('["close"]');
    } else if (back && now - back.lastWrite >= limits.noopMs) this.#send('["noop"]');
  }

  /** Ends the session: its client will be told that it is unknown. */
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
    // Answers to one commit leave together.
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
