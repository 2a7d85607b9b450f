import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepIdleConnections } from '@datchain/emulators-common/keep-idle.ts';
import { host } from '@datchain/emulators-common/local-only.ts';
import { inOneFile } from '@datchain/testing/server/one-file.ts';
import type { TestProject } from 'vitest/node';
import { type StackFacts, serveControl } from '../control.ts';
import { type Stack, type StackOptions, startStack } from '../stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The address that gives a test file an empty world: `GET /{worker's number}` answers with a
     * line of JSON and does not end. When the connection breaks, the world is emptied for the next
     * file.
     */
    worlds: string;
  }
}

export type World = { facts: StackFacts; env: Record<string, string> };

/**
 * Starts one stack for each worker of a run of `*.emulator.test.ts`. Each file gets its worker's
 * stack empty (world.ts), so no file sees data of another, and files run in parallel.
 */
export default (project: TestProject) => giveWorlds(project);

export async function giveWorlds(
  project: TestProject,
  options: Partial<StackOptions> = {},
): Promise<() => Promise<void>> {
  const worlds = new Map<string, Promise<Opened>>();
  const open = (worker: string): Promise<Opened> => {
    const opened = worlds.get(worker) ?? openStack(options);
    worlds.set(worker, opened);
    return opened;
  };
  const emptyAfter = (worker: string, isGone: Promise<void>): void => {
    const emptied = open(worker).then(async (opened) => {
      await isGone;
      if (server.listening) await opened.stack.empty();
      return opened;
    });
    emptied.catch(() => {});
    worlds.set(worker, emptied);
  };
  const server = createServer((request, response) => {
    const worker = request.url ?? '/';
    open(worker).then(
      ({ control, stack }) => {
        const world: World = { facts: control.facts, env: stack.env };
        emptyAfter(worker, new Promise((resolve) => response.once('close', resolve)));
        response.write(`${JSON.stringify(world)}\n`);
      },
      (error: Error) => response.writeHead(500).end(error.message.replaceAll('\n', ' ')),
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

const functions = fileURLToPath(new URL('../../testing/server/with-clock.ts', import.meta.url));

async function openStack(options: Partial<StackOptions>): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'datchain-tests-'));
  const stack = await startStack({
    ports: 'free',
    firestoreHeapMb: 768,
    dataDir: join(folder, 'data'),
    siteDir: join(folder, 'site'),
    onTrouble: console.error,
    sources: { functionsEntry: await inOneFile(functions) },
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
