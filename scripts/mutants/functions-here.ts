import { serveFunctions } from '@datchain/stack/serve-functions.ts';
import { testStack } from '@datchain/stack/testing/stack.ts';
import { afterAll } from 'vitest';

// Some tests restart the functions with a shorter Stripe timeout; here it is always short.
process.env.STRIPE_TIMEOUT_MILLIS = '1000';

// Imported after world.ts, because it reads the addresses of the databases from the environment.
const functions = await import('@datchain/functions/index.ts');
const { setClockOffset } = await import('@datchain/functions/clock.ts');
const { projectId, addresses } = testStack();
const port = Number(new URL(addresses.functions).port);
const server = await serveFunctions({ module: functions, port, projectId, setClockOffset });

afterAll(() => {
  server.closeAllConnections();
  server.close();
});
