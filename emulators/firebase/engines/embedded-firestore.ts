import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readProcessMark } from '@datchain/emulators-common/processes.ts';
import type { HostAnswer, HostOptions, HostRequest } from './firestore-host.ts';
import type { Firestore, FirestoreOptions } from './firestore-options.ts';

const hostPath = fileURLToPath(new URL('./firestore-host.ts', import.meta.url));

/** Starts the project's own Firestore in a separate process, and returns when it answers. */
export async function startEmbeddedFirestore(options: FirestoreOptions): Promise<Firestore> {
  const { port, projectId, rules, restoreFrom } = options;
  const asked: HostOptions = { port, projectId, rules, restoreFrom };
  const child = fork(hostPath, [JSON.stringify(asked)], {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    execArgv: [],
  });
  const lastWords = collect(child);
  const ended = once(child, 'exit');
  const ask = asker(child);
  const isReady = once(child, 'message').then(() => true);
  if (!(await Promise.race([isReady, ended.then(() => false)]))) {
    throw new Error(`The local Firestore did not start. Its last words:\n${lastWords()}`);
  }
  return {
    port,
    marks: [readProcessMark(child.pid)].filter((mark) => mark !== undefined),
    save: (folder) => ask({ does: 'save', folder }),
    clear: () => ask({ does: 'clear' }),
    close: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-4_000);
    process.stderr.write(chunk);
  });
  return () => text.trim();
}

/**
 * Returns a function that sends a request to the process and waits for its answer.
 * @throws with the error message of the process
 */
function asker(child: ChildProcess): (request: HostRequest) => Promise<void> {
  const waiting = new Map<number, (failure: string | undefined) => void>();
  let last = 0;
  const settle = (failure: string | undefined, id?: number) => {
    for (const [each, done] of id === undefined ? waiting : [[id, waiting.get(id)] as const]) {
      waiting.delete(each);
      done?.(failure);
    }
  };
  child.on('message', (answer: HostAnswer) => {
    if (answer.id !== undefined) settle(answer.failure, answer.id);
  });
  child.once('exit', () => settle('The local Firestore has ended.'));
  return async (request) => {
    last += 1;
    const id = last;
    const failure = await new Promise<string | undefined>((resolve) => {
      waiting.set(id, resolve);
      if (child.connected) child.send({ id, ...request });
      else settle('The local Firestore has ended.', id);
    });
    if (failure) throw new Error(failure);
  };
}
