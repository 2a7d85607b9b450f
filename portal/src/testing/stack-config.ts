import { initConfigPath } from '@datchain/shared/contracts/site-addresses.ts';
import { testStack } from '@datchain/stack/testing/stack.ts';
import { vi } from 'vitest';

/**
 * Gives the portal's code the configuration of the stack. The code runs in the test's own process, which
 * is no page: the configuration's address has no host there. It keeps what it was given, also for the test
 * files after this one: so all get the same, complete one from here.
 */
export function giveStackConfig(): void {
  const { projectId, addresses } = testStack();
  const { auth, firestore, functions } = addresses;
  const local = { auth, firestore, functions };
  const databaseURL = process.env.DATABASE_URL ?? '';
  const config = { apiKey: 'demo', projectId, databaseURL, local };
  const overTheNetwork = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) =>
    input === initConfigPath ? Response.json(config) : overTheNetwork(input, init),
  );
}
