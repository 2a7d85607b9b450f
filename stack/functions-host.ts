/**
 * The process that runs the project's functions; the launcher starts it, and it ends with the
 * launcher.
 *
 *   node functions-host.ts <entry module> <project id> <clock offset in ms>
 */

import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { leaveSignalsToLauncher } from '@datchain/emulators-common/leave-signals.ts';
import type { Ready } from './functions.ts';
import { restWhenIdle } from './rest.ts';
import { schedulesOf } from './schedule.ts';
import { serveFunctions } from './serve-functions.ts';

process.on('disconnect', () => process.exit(0));
leaveSignalsToLauncher();

const [entry = '', projectId = '', offsetMs] = process.argv.slice(2);
const entryUrl = pathToFileURL(entry);
const module = await import(entryUrl.href);
// Sources have their clock beside them; a module that is all in one file brings it.
const { setClockOffset } =
  'setClockOffset' in module ? module : await import(new URL('./clock.ts', entryUrl).href);
setClockOffset(Number(offsetMs));
const server = await serveFunctions({ module, port: 0, projectId, setClockOffset });
restWhenIdle(server);
process.send?.({
  port: (server.address() as AddressInfo).port,
  schedules: schedulesOf(module),
} satisfies Ready);
// It ends by being killed: what it compiled is kept now, where the environment names a place.
flushCompileCache();
