import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { halfTestedConditions } from '../../../../rules/testing/rule-coverage.ts';
import type { Rules } from '../../contract.ts';

/** What the tests of rules find half tested, asked of our rules as they ask an emulator. */
export async function halfTestedOurs(rules: Rules): Promise<string[]> {
  const server = createServer((_request, response) => {
    response.end(JSON.stringify(rules.coverage()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await halfTestedAt((server.address() as AddressInfo).port, 'any');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/**
 * The same of an emulator at a port. Google's leaves out the last bracket of a call, and has a
 * function that names something by `let` twice.
 */
export async function halfTestedAt(port: number, project: string): Promise<string[]> {
  const emulator = { host: '127.0.0.1', port, stop: async () => {} };
  const conditions = await halfTestedConditions(emulator, project);
  const alike = conditions.map((text) => text.replace(/[()]+$/, '').replace(/let .*; return /, ''));
  return [...new Set(alike)].sort();
}
