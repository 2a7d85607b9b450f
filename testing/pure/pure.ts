import childProcess, { ChildProcess } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { Server } from 'node:net';

/**
 * Tests called `*.test.ts` are pure: they share a process with others. A test that starts a process
 * or opens a port must say so in its name.
 */
const refuse = (what: string) => () => {
  throw new Error(`${what} in a pure test: call the file *.process.test.ts (docs/testing.md).`);
};

// @ts-expect-error Node's types leave out the method that spawn, fork and exec call.
ChildProcess.prototype.spawn = refuse('A process was started');
for (const name of ['spawnSync', 'execSync', 'execFileSync'] as const) {
  childProcess[name] = refuse('A process was started');
}
syncBuiltinESMExports();
Server.prototype.listen = refuse('A port was opened');
