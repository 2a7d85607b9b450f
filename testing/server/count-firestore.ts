import { firestore } from '@datchain/functions/stores/firebase.ts';

/** Documents that a process has read, and writes that it has sent, so far. */
export interface Counted {
  reads: number;
  writes: number;
}

interface Stream {
  emit(event: string, ...values: unknown[]): boolean;
}

interface Client {
  request(method: string, request: { writes?: readonly unknown[] }, ...rest: unknown[]): unknown;
  requestStream(method: string, ...rest: unknown[]): Promise<Stream>;
}

interface Chunk {
  readonly found?: unknown;
  readonly missing?: unknown;
  readonly document?: unknown;
  readonly result?: unknown;
}

/**
 * Counts the documents of all answers to this process from now on, missing ones too, as Firestore
 * bills them. A count of documents is one read.
 */
export function countFirestore(counted: Counted): void {
  const client = firestore() as unknown as Client;
  const request = client.request.bind(client);
  const requestStream = client.requestStream.bind(client);
  client.request = (method, asked, ...rest) => {
    counted.writes += asked.writes?.length ?? 0;
    return request(method, asked, ...rest);
  };
  client.requestStream = async (method, ...rest) => {
    const stream = await requestStream(method, ...rest);
    const emit = stream.emit.bind(stream);
    stream.emit = (event, ...values) => {
      const { found, missing, document, result } = (event === 'data' ? values[0] : {}) as Chunk;
      if (found ?? missing ?? document ?? result) counted.reads += 1;
      return emit(event, ...values);
    };
    return stream;
  };
}
