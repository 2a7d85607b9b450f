/**
 * The process that runs the project's functions; the launcher starts it, and it ends with the
 * launcher.
 *
 *   node functions-host.ts <entry module> <port> <project id> <clock offset in ms>
 */

import { pathToFileURL } from 'node:url';
import { keepIdleConnections } from '../keep-idle.ts';
import { createFunctionsApp, runScheduled } from './functions-app.ts';
import { listHandlers } from './functions-exports.ts';
import { Gate } from './gate.ts';
import { host } from './ports.ts';
import { intervalOf } from './schedule.ts';

process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches every process of the terminal; the launcher saves the data first.
process.on('SIGINT', () => {});

const [entry = '', port, projectId = '', offsetMs] = process.argv.slice(2);
const entryUrl = pathToFileURL(entry);
const { setClockOffset } = await import(new URL('./clock.ts', entryUrl).href);
setClockOffset(Number(offsetMs));

const handlers = listHandlers(await import(entryUrl.href));
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

const app = createFunctionsApp({ projectId, handlers, gate, setClockOffset });
const server = app.listen(Number(port), host, (error?: Error) => {
  if (error) throw error;
  process.send?.({ ready: true });
});
keepIdleConnections(server);
