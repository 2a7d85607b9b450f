import { serveFunctions } from '@datchain/emulators/stack/serve-functions.ts';
import { testStack } from '@datchain/emulators/stack/testing/stack.ts';
import { afterAll, beforeEach } from 'vitest';

/** Tests that judge no mutant. */
const leftOut = new Set([
  // Only a process of its own can die.
  'the job books it',
  "the user's next try answers with it",
  // Many at once, for minutes: what they prove is how calls meet.
  '[M-01] the same event 50 times at once settles once, and is answered 200 each time',
  '[M-02] 40 orders, each told by two events, its page and the sweep at once, settle once each',
  '[M-03] expiry and payment in any order, 12 times: settled or refunded, never both',
]);

// Some tests restart the functions with a shorter time-out for Stripe; here it is always short.
process.env.STRIPE_TIMEOUT_MS = '1000';

// After world.ts, and not before: what loads here finds the databases in the environment.
const functions = await import('../../functions/index.ts');
const { setClockOffset } = await import('../../functions/clock.ts');
const { projectId, addresses } = testStack();
const port = Number(new URL(addresses.functions).port);
const server = await serveFunctions({ module: functions, port, projectId, setClockOffset });

beforeEach(({ task, skip }) => skip(leftOut.has(task.name)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
