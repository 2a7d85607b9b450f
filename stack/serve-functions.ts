import type { Server } from 'node:http';
import { keepIdleConnections } from '@datchain/emulators-common/keep-idle.ts';
import { host } from '@datchain/emulators-common/local-only.ts';
import { createFunctionsApp } from './functions-app.ts';
import { listHandlers } from './functions-exports.ts';
import { Gate } from './gate.ts';

export interface ServedFunctions {
  readonly module: Record<string, unknown>;
  readonly port: number;
  readonly projectId: string;
  setClockOffset(offsetMillis: number): void;
}

export async function serveFunctions(functions: ServedFunctions): Promise<Server> {
  const { module, port, ...others } = functions;
  const handlers = listHandlers(module);
  const gate = new Gate();
  const app = createFunctionsApp({ ...others, handlers, gate, hasFrontEnd: true });
  return new Promise((resolve, reject) => {
    const server = app.listen(port, host, (error?: Error) =>
      error ? reject(error) : resolve(server),
    );
    keepIdleConnections(server);
  });
}
