import { connect, constants } from 'node:http2';
import { FrameReader, frame } from '../grpc/frames.ts';
import { readBinary } from '../messages/read-binary.ts';
import { methods } from '../messages/shapes.ts';
import { writeBinary } from '../messages/write-binary.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Outcome {
  readonly answers: readonly Json[];
  readonly status: string;
  readonly message: string | undefined;
}

interface Options {
  readonly authorization?: string;
  readonly timeout?: string;
  readonly bytes?: Buffer;
}

export async function askGrpc(
  port: number,
  method: string,
  request: Json,
  { authorization, timeout, bytes }: Options = {},
): Promise<Outcome> {
  const known = methods.get(method);
  const session = connect(`http://127.0.0.1:${port}`);
  const stream = session.request({
    [constants.HTTP2_HEADER_METHOD]: 'POST',
    [constants.HTTP2_HEADER_PATH]: `/google.firestore.v1.Firestore/${method}`,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...(authorization && { authorization }),
    ...(timeout && { 'grpc-timeout': timeout }),
  });
  stream.end(bytes ?? (known ? frame(writeBinary(known.request, request)) : undefined));
  const reader = new FrameReader();
  const answers: Json[] = [];
  let status = '';
  let message: string | undefined;
  stream.on('data', (piece: Buffer) => {
    for (const each of reader.read(piece)) answers.push(readBinary(known!.response, each));
  });
  stream.on('trailers', (trailers) => {
    status = String(trailers['grpc-status']);
    message = trailers['grpc-message']?.toString();
  });
  await new Promise((resolve, reject) => {
    stream.on('close', resolve);
    stream.on('error', reject);
  });
  session.close();
  return { answers, status, message };
}
