/**
 * Runs a command in its own process group and ends the whole group when the launcher is gone. A
 * killed launcher cannot clean up, and a signal to gcloud alone would leave its Java running.
 *
 *   node keeper.ts <command> [arguments…]        (started with an IPC channel by the launcher)
 */
import { spawn } from 'node:child_process';
import { signalGroup } from '@datchain/emulators-common/processes.ts';

const [command, ...parameters] = process.argv.slice(2);
if (!command) throw new Error('Name the command to keep.');

const child = spawn(command, parameters, {
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit'],
});
const endGroup = () => {
  if (child.pid) signalGroup(child.pid, 'SIGKILL');
  process.exit(0);
};

child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('spawn', () => process.send?.({ pid: child.pid }));
child.on('exit', (code) => {
  if (child.pid) signalGroup(child.pid, 'SIGKILL');
  process.exit(code ?? 1);
});
process.on('disconnect', endGroup);
process.on('SIGTERM', endGroup);
// Ctrl-C reaches every process of the terminal; the launcher saves the data first.
process.on('SIGINT', () => {});
