/**
 * Runs the project's functions as a process that the launcher starts and that ends with it. Usage:
 * `node functions-host.ts <entry module> <project id> <clock offset in ms>`
 */

import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { leaveSignalsToLauncher } from '@datchain/emulators-common/leave-signals.ts';
import type { Ready } from './functions.ts';
import { restWhenIdle } from './rest.ts';
import { listSchedules } from './schedule.ts';
import { serveFunctions } from './serve-functions.ts';

process.on('disconnect', () => process.exit(0));
leaveSignalsToLauncher();

const [entry = '', projectId = '', offsetMillis] = process.argv.slice(2);
const entryUrl = pathToFileURL(entry);
const module = await import(entryUrl.href);
// Source modules have clock.ts beside them; a bundled module exports its own.
const { setClockOffset } =
  'setClockOffset' in module ? module : await import(new URL('./clock.ts', entryUrl).href);
setClockOffset(Number(offsetMillis));
const server = await serveFunctions({ module, port: 0, projectId, setClockOffset });
restWhenIdle(server);
process.send?.({
  port: (server.address() as AddressInfo).port,
  schedules: listSchedules(module),
} satisfies Ready);
// The process ends by being killed, so the compile cache is written now.
flushCompileCache();
