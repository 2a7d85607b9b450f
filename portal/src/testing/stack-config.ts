import { initConfigPath } from '@datchain/shared/contracts/site-addresses.ts';
import { testStack } from '@datchain/stack/testing/stack.ts';
import { vi } from 'vitest';

/**
 * Gives the portal's code the configuration of the stack, because the code runs in the test's
 * process, where the configuration's address has no host. The code caches it across test files, so
 * all files get the same one from here.
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
