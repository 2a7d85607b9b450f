import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { setImmediate as restOfTurn } from 'node:timers/promises';
import { codes, Refusal } from '../../contract.ts';
import type { Backend } from '../backend.ts';
import { call, OpenCall } from '../calls.ts';
import { readBinary } from '../messages/read-binary.ts';
import { type Method, methods } from '../messages/shapes.ts';
import { writeBinary } from '../messages/write-binary.ts';
import { toRefusal } from '../refused.ts';
import { FrameReader, frame } from './frames.ts';
import { statusHeaders, timeoutMillis } from './status.ts';

const SERVICE = '/google.firestore.v1.Firestore/';

/** The largest backlog of unread answers, in bytes. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** The bytes of an answer that are prepared before the client reads them. */
const MAX_AHEAD_BYTES = 1024 * 1024;

/** The limit of setTimeout. */
const MAX_TIMER_MILLIS = 2 ** 31 - 1;

export function answerGrpc(
  backend: Backend,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
): void {
  // A client that hangs up is no error: 'close' follows.
  stream.on('error', () => {});
  if (!String(headers['content-type']).startsWith('application/grpc')) {
    stream.respond({ ':status': 415 }, { endStream: true });
    return;
  }
  const path = String(headers[':path']);
  const method = path.startsWith(SERVICE) ? methods.get(path.slice(SERVICE.length)) : undefined;
  const answer = new GrpcAnswer(stream, method);
  if (!method) {
    answer.end(new Refusal(codes.UNIMPLEMENTED, `Method not found: ${path.slice(1)}`));
    return;
  }
  const limit = timeoutMillis(headers['grpc-timeout']);
  if (limit !== undefined) {
    const late = () => answer.end(new Refusal(codes.DEADLINE_EXCEEDED, 'Deadline exceeded'));
    const timer = setTimeout(late, Math.min(limit, MAX_TIMER_MILLIS));
    stream.on('close', () => clearTimeout(timer));
  }
  const { authorization } = headers;
  if (method.kind === 'open') answerOpen({ backend, stream, method, authorization, answer });
  else answerClosed({ backend, stream, method, authorization, answer });
}

interface GrpcCall {
  readonly backend: Backend;
  readonly stream: ServerHttp2Stream;
  readonly method: Method;
  readonly authorization: string | undefined;
  readonly answer: GrpcAnswer;
}

function answerClosed({ backend, stream, method, authorization, answer }: GrpcCall): void {
  const messages: Buffer[] = [];
  readFrames(stream, (message) => messages.push(message), answer);
  stream.on('end', () => {
    if (answer.isOver) return;
    run()
      .then((answers) => answer.sendAll(answers))
      .then(
        () => answer.end(),
        (error) => answer.end(toRefusal(error)),
      );
  });
  const run = async () => {
    // Commits received at the same time go first: a read of older data would make its writer fail.
    if (method.kind === 'many') await restOfTurn();
    const [message] = messages;
    if (!message || messages.length > 1) {
      throw new Refusal(codes.INVALID_ARGUMENT, `${method.name} takes one message`);
    }
    return call(backend, method, readBinary(method.request, message), authorization);
  };
}

function answerOpen({ backend, stream, method, authorization, answer }: GrpcCall): void {
  const open = new OpenCall({
    backend,
    method: method.name,
    authorization,
    handlers: {
      onAnswer: (message) => {
        answer.send(message);
        answer.requireReader();
      },
      onEnd: (refusal) => answer.end(refusal),
    },
  });
  readFrames(
    stream,
    (message) => {
      try {
        open.send(readBinary(method.request, message));
      } catch (error) {
        open.fail(error);
      }
    },
    answer,
  );
  stream.on('end', () => {
    open.close();
    answer.end();
  });
  stream.on('close', () => open.close());
}

function readFrames(
  stream: ServerHttp2Stream,
  onMessage: (message: Buffer) => void,
  answer: GrpcAnswer,
): void {
  const reader = new FrameReader();
  stream.on('data', (piece: Buffer) => {
    if (answer.isOver) return;
    try {
      for (const message of reader.read(piece)) onMessage(message);
    } catch (error) {
      answer.end(toRefusal(error));
    }
  });
  stream.on('end', () => {
    if (!reader.isPartial) return;
    answer.end(new Refusal(codes.INVALID_ARGUMENT, 'The last message is not complete'));
  });
}

class GrpcAnswer {
  readonly #stream: ServerHttp2Stream;
  readonly #method: Method | undefined;
  isOver = false;

  constructor(stream: ServerHttp2Stream, method: Method | undefined) {
    this.#stream = stream;
    this.#method = method;
    stream.on('close', () => {
      this.isOver = true;
    });
  }

  send(message: unknown): void {
    if (this.isOver || !this.#method) return;
    let bytes: Uint8Array;
    try {
      bytes = writeBinary(this.#method.response, message);
    } catch (error) {
      this.end(toRefusal(error));
      return;
    }
    this.#begin();
    this.#stream.write(frame(bytes));
  }

  /** Sends messages without getting too far ahead of the client. */
  async sendAll(messages: readonly unknown[]): Promise<void> {
    // Most messages are short, so they are sent together.
    this.#stream.cork();
    for (const message of messages) {
      if (this.isOver) break;
      this.send(message);
      if (this.#stream.writableLength < MAX_AHEAD_BYTES) continue;
      this.#stream.uncork();
      await this.#drained();
      this.#stream.cork();
    }
    this.#stream.uncork();
  }

  requireReader(): void {
    if (!this.isOver && this.#stream.writableLength > MAX_WAITING_BYTES) {
      this.end(new Refusal(codes.RESOURCE_EXHAUSTED, 'The client does not read its answers'));
      this.#stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    }
  }

  /** Ends the call, successfully without a refusal. Later messages are dropped. */
  end(refusal?: Refusal): void {
    if (this.isOver || this.#stream.destroyed) return;
    this.isOver = true;
    this.#begin();
    this.#stream.on('wantTrailers', () => this.#stream.sendTrailers(statusHeaders(refusal)));
    this.#stream.end();
    // Further input must be read and dropped, or the stream would never close.
    this.#stream.resume();
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const goOn = () => {
        this.#stream.off('drain', goOn).off('close', goOn);
        resolve();
      };
      this.#stream.on('drain', goOn).on('close', goOn);
    });
  }

  #begin(): void {
    if (this.#stream.headersSent) return;
    const headers = { ':status': 200, 'content-type': 'application/grpc' };
    this.#stream.respond(headers, { waitForTrailers: true });
  }
}
