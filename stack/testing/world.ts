import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { setClockOffset } from '@datchain/functions/clock.ts';
import { inject, vi } from 'vitest';
import type { World } from './vitest-setup.ts';

// A process goes through several files: what one has replaced is as it was for the next.
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();

const ofThisProcess = globalThis as { heldWorld?: IncomingMessage };
ofThisProcess.heldWorld?.destroy();

// Before anything of a test file is loaded: its code finds the databases in the environment.
const [answer] = (await once(
  get(`${inject('worlds')}/${process.env.VITEST_POOL_ID}`),
  'response',
)) as [IncomingMessage];
const [line] = (await once(createInterface(answer), 'line')) as [string];
if (answer.statusCode !== 200) throw new Error(line);
const { facts, env } = JSON.parse(line) as World;
Object.assign(process.env, env, { DATCHAIN_STACK: JSON.stringify(facts) });
// The file before may have shifted this process's clock: what this one writes would come after what the
// functions of its world write.
setClockOffset(0);

// The answer never ends: when it breaks, as this process is gone, the next file's world is prepared.
answer.socket.unref();
ofThisProcess.heldWorld = answer;
