import { WebSocket } from 'ws';
import type { DatabaseServer } from '../server.ts';
import { NAMESPACE } from './clients.ts';

type Push = { a: string; b: Record<string, unknown> };
type Answer = { s: string; d: unknown };

export interface RawSocket {
  readonly socket: WebSocket;
  readonly pushes: Push[];
  ask(action: string, body: unknown): Promise<Answer>;
}

export async function openRawSocket(server: DatabaseServer): Promise<RawSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/.ws?v=5&ns=${NAMESPACE}`);
  const pushes: Push[] = [];
  const waiting = new Map<number, (answer: Answer) => void>();
  let requests = 0;
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (frame) => {
      const { t, d } = JSON.parse(String(frame));
      if (t === 'c') resolve();
      else if (d.r === undefined) pushes.push(d);
      else waiting.get(d.r)?.(d.b);
    });
  });
  return {
    socket,
    pushes,
    ask: (a, b) =>
      new Promise((resolve) => {
        requests += 1;
        waiting.set(requests, resolve);
        socket.send(JSON.stringify({ t: 'd', d: { r: requests, a, b } }));
      }),
  };
}
