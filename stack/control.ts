import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepIdleConnections } from '@datchain/emulators-common/keep-idle.ts';
import { host } from '@datchain/emulators-common/local-only.ts';
import type { Addresses } from './environment.ts';
import type { Stack } from './stack.ts';

export type StackHandle = Pick<
  Stack,
  'killFunctions' | 'startFunctions' | 'shiftClock' | 'renewFirestore'
> & {
  projectId: string;
  addresses: Addresses;
  runScheduled(name: string): Promise<void>;
};

/** The facts that a test process needs to reach a stack; plain data, so that they can be sent as JSON. */
export type StackFacts = { projectId: string; addresses: Addresses; control: string };

type Control = { facts: StackFacts; close(): Promise<void> };

export async function serveControl(stack: Stack): Promise<Control> {
  const server = createServer((request, response) => {
    turn(stack, request)
      .then(() => answer(response, 200, {}))
      .catch((error: Error) => answer(response, 500, { error: error.message }));
  });
  keepIdleConnections(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const { projectId, addresses } = stack;
  return {
    facts: { projectId, addresses, control: `http://${host}:${port}` },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function turn(stack: Stack, request: IncomingMessage): Promise<void> {
  if (request.headers.origin) throw new Error('Not for web pages.');
  let body = '';
  for await (const chunk of request) body += chunk;
  const { byMillis, env: over } = JSON.parse(body || '{}');
  const knobs: Record<string, () => Promise<void>> = {
    'POST /functions/kill': () => stack.killFunctions(),
    'POST /functions/start': () => stack.startFunctions(over),
    'POST /clock': () => stack.shiftClock(byMillis),
    'POST /firestore/renew': () => stack.renewFirestore(),
  };
  const knob = knobs[`${request.method} ${request.url}`];
  if (!knob) throw new Error(`No knob ${request.method} ${request.url}.`);
  await knob();
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function connectToStack({ projectId, addresses, control }: StackFacts): StackHandle {
  const post = async (url: string, body: unknown = {}): Promise<void> => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${url} answered: ${await response.text()}`);
  };
  return {
    projectId,
    addresses,
    killFunctions: () => post(`${control}/functions/kill`),
    startFunctions: (over) => post(`${control}/functions/start`, { env: over ?? {} }),
    shiftClock: (byMillis) => post(`${control}/clock`, { byMillis }),
    renewFirestore: () => post(`${control}/firestore/renew`),
    runScheduled: (name) => post(`${addresses.functions}/__local/run/${name}`),
  };
}
