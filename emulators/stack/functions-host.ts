/**
 * The process that runs the project's functions; the launcher starts it, and it ends with the
 * launcher.
 *
 *   node functions-host.ts <entry module> <port> <project id> <clock offset in ms>
 */

import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { leaveSignalsToLauncher } from './leave-signals.ts';
import { serveFunctions } from './serve-functions.ts';

process.on('disconnect', () => process.exit(0));
leaveSignalsToLauncher();

const [entry = '', port, projectId = '', offsetMs] = process.argv.slice(2);
const entryUrl = pathToFileURL(entry);
const module = await import(entryUrl.href);
// Sources have their clock beside them; a module that is all in one file brings it.
const { setClockOffset } =
  'setClockOffset' in module ? module : await import(new URL('./clock.ts', entryUrl).href);
setClockOffset(Number(offsetMs));
await serveFunctions({ module, port: Number(port), projectId, setClockOffset });
process.send?.({ ready: true });
// It ends by being killed: what it compiled is kept now, where the environment names a place.
flushCompileCache();
