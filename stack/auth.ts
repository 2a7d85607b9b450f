import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { host } from '@datchain/emulators-common/local-only.ts';

export type Auth = {
  port: number;
  save(file: string): Promise<void>;
  fingerprint(): Promise<string>;
  clear(): Promise<void>;
  close(): Promise<void>;
};

export type AuthOptions = {
  port: number;
  projectId: string;
  restoreFrom?: string | undefined;
};

type Answer = { ready?: true; failure?: string; users?: unknown[] };

/** Starts Firebase's Auth emulator. Accounts keep their ids, passwords and sessions across a save. */
export async function startAuth({ port, projectId, restoreFrom }: AuthOptions): Promise<Auth> {
  const users =
    restoreFrom && existsSync(restoreFrom) ? JSON.parse(readFileSync(restoreFrom, 'utf8')) : [];
  const worker = new Worker(new URL('./auth-worker.ts', import.meta.url), {
    workerData: { port, host, projectId, users },
    execArgv: [],
  });
  const nextAnswer = async (): Promise<Answer> => (await once(worker, 'message'))[0];

  const { failure } = await nextAnswer();
  if (failure) throw new Error(`The Auth emulator did not start: ${failure}`);
  const listAccounts = async (): Promise<string> => {
    const answer = nextAnswer();
    worker.postMessage('list');
    return JSON.stringify((await answer).users, undefined, 1);
  };
  return {
    port,
    save: async (file) => writeFileSync(file, await listAccounts()),
    fingerprint: async () =>
      createHash('sha256')
        .update(await listAccounts())
        .digest('hex'),
    clear: async () => {
      const url = `http://${host}:${port}/emulator/v1/projects/${projectId}/accounts`;
      const response = await fetch(url, { method: 'DELETE' });
      if (!response.ok) throw new Error(`Auth could not be emptied: ${await response.text()}`);
    },
    close: async () => {
      await worker.terminate();
    },
  };
}
