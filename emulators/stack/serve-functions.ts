import type { Server } from 'node:http';
import { keepIdleConnections } from '../keep-idle.ts';
import { host } from '../local-only.ts';
import { createFunctionsApp, runScheduled } from './functions-app.ts';
import { listHandlers } from './functions-exports.ts';
import { Gate } from './gate.ts';
import { intervalOf } from './schedule.ts';

export interface ServedFunctions {
  /** The module that exports the handlers, loaded. */
  readonly module: Record<string, unknown>;
  readonly port: number;
  readonly projectId: string;
  setClockOffset(offsetMs: number): void;
}

/** Serves functions in this process, the scheduled ones on time, and returns when they answer. */
export async function serveFunctions(functions: ServedFunctions): Promise<Server> {
  const { module, port, ...others } = functions;
  const handlers = listHandlers(module);
  const gate = new Gate();
  for (const scheduled of handlers) {
    const schedule = scheduled.handler.__endpoint.scheduleTrigger?.schedule;
    if (!schedule) continue;
    setInterval(() => {
      runScheduled(scheduled, gate).catch((error) => {
        console.error(`${scheduled.name} failed and will be tried again on time:`, error);
      });
    }, intervalOf(schedule));
  }
  const app = createFunctionsApp({ ...others, handlers, gate, hasFrontEnd: true });
  return new Promise((resolve, reject) => {
    const server = app.listen(port, host, (error?: Error) =>
      error ? reject(error) : resolve(server),
    );
    keepIdleConnections(server);
  });
}
