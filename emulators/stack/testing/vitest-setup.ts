import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { keepIdleConnections } from '../../keep-idle.ts';
import { type StackFacts, serveControl } from '../control.ts';
import { host } from '../ports.ts';
import { type Stack, type StackOptions, startStack } from '../stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that gives an empty world to a test file: `POST /{worker's number}`. */
    worlds: string;
  }
}

/** What a test file is told of its world. */
export type World = { facts: StackFacts; env: Record<string, string> };

/**
 * One stack for each worker of a run of `*.emulator.test.ts`. Each file gets its worker's stack
 * empty (world.ts): nothing that another file left can matter, and files run side by side.
 */
export default (project: TestProject) => giveWorlds(project);

/** The same, with other options of the stacks. @returns what ends them */
export async function giveWorlds(
  project: TestProject,
  options: Partial<StackOptions> = {},
): Promise<() => Promise<void>> {
  const worlds = new Map<string, ReturnType<typeof openStack>>();
  const emptyWorld = async (worker: string): Promise<World> => {
    const opened = worlds.get(worker);
    if (opened) await (await opened).stack.empty();
    else worlds.set(worker, openStack(options));
    const { stack, control } = await (worlds.get(worker) as ReturnType<typeof openStack>);
    return { facts: control.facts, env: stack.env };
  };
  const server = createServer((request, response) => {
    emptyWorld(request.url ?? '/').then(
      (world) => response.end(JSON.stringify(world)),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  keepIdleConnections(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  project.provide('worlds', `http://${host}:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await Promise.all([...worlds.values()].map(async (opened) => (await opened).close()));
  };
}

type Opened = {
  stack: Stack;
  control: Awaited<ReturnType<typeof serveControl>>;
  close(): Promise<void>;
};

async function openStack(options: Partial<StackOptions>): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'datchain-tests-'));
  const stack = await startStack({
    ports: 'free',
    firestoreHeapMb: 768,
    dataDir: join(folder, 'data'),
    siteDir: join(folder, 'site'),
    onTrouble: console.error,
    ...options,
  });
  const control = await serveControl(stack);
  const close = async () => {
    await control.close();
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { stack, control, close };
}
