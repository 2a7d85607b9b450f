import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { setClockOffset } from '@datchain/functions/clock.ts';
import { inject, vi } from 'vitest';
import type { World } from './vitest-setup.ts';

// A process runs several files, so mocks and stubs of the last file are undone.
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();

const ofThisProcess = globalThis as { heldWorld?: IncomingMessage };
ofThisProcess.heldWorld?.destroy();

// This runs before a test file's code, which reads the databases' addresses when it is loaded.
const [answer] = (await once(
  get(`${inject('worlds')}/${process.env.VITEST_POOL_ID}`),
  'response',
)) as [IncomingMessage];
const [line] = (await once(createInterface(answer), 'line')) as [string];
if (answer.statusCode !== 200) throw new Error(line);
const { facts, env } = JSON.parse(line) as World;
Object.assign(process.env, env, { DATCHAIN_STACK: JSON.stringify(facts) });
// The last file may have shifted the clock of this process, but not that of the functions.
setClockOffset(0);

// The answer never ends: when this process exits and it breaks, the next file's world is prepared.
answer.socket.unref();
ofThisProcess.heldWorld = answer;
