import { serveFunctions } from '@datchain/stack/serve-functions.ts';
import { testStack } from '@datchain/stack/testing/stack.ts';
import { afterAll } from 'vitest';

// Some tests restart the functions with a shorter time-out for Stripe; here it is always short.
process.env.STRIPE_TIMEOUT_MS = '1000';

// After world.ts, and not before: what loads here finds the databases in the environment.
const functions = await import('@datchain/functions/index.ts');
const { setClockOffset } = await import('@datchain/functions/clock.ts');
const { projectId, addresses } = testStack();
const port = Number(new URL(addresses.functions).port);
const server = await serveFunctions({ module: functions, port, projectId, setClockOffset });

afterAll(() => {
  server.closeAllConnections();
  server.close();
});
