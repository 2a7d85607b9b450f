import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { host } from '@datchain/emulators-common/local-only.ts';
import { readProcessMark } from '@datchain/emulators-common/processes.ts';
import { clearDocuments } from './clear-documents.ts';
import { findGoogleFirestore, type GoogleFirestoreSource } from './find-google-firestore.ts';
import type { Firestore, FirestoreOptions } from './firestore-options.ts';

const startTimeoutMillis = 60_000;

export async function startGoogleFirestore(options: FirestoreOptions): Promise<Firestore> {
  const source = findGoogleFirestore({ env: process.env });
  if (source.kind === 'given') return adoptFirestore(source.hostAndPort, options);

  const keeper = fork(keeperPath, commandFor(source, options), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    detached: true,
    env: { ...process.env, ...javaEnvironment(options.heapMb) },
  });
  const output = collectOutput(keeper);
  const pid = new Promise<number>((resolve) => {
    keeper.once('message', (message) => resolve((message as { pid: number }).pid));
  });
  const ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve()));

  await waitUntilReady(options.port, keeper, output);
  return {
    port: options.port,
    marks: [readProcessMark(await pid), readProcessMark(keeper.pid)].filter(
      (mark) => mark !== undefined,
    ),
    save: (folder) => exportTo(folder, options),
    clear: () => clearDocuments(options),
    close: async () => {
      keeper.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Java settings for an emulator that lives for minutes: a limited heap and only the quick compiler.
 * The optimizing compiler would take most of the processor time of such a short life.
 */
const javaEnvironment = (heapMb: number | undefined) =>
  heapMb === undefined
    ? {}
    : { JAVA_TOOL_OPTIONS: `-Xmx${heapMb}m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC` };

const keeperPath = fileURLToPath(new URL('./keeper.ts', import.meta.url));

const metadataOf = (folder: string): string =>
  join(folder, `${basename(folder)}.overall_export_metadata`);

export const isGoogleExport = (folder: string): boolean => existsSync(metadataOf(folder));

function commandFor(
  source: Exclude<GoogleFirestoreSource, { kind: 'given' }>,
  { port, rules, restoreFrom }: FirestoreOptions,
): string[] {
  const data = restoreFrom && metadataOf(restoreFrom);
  if (data && !existsSync(data)) throw new Error(`No Firestore export in ${restoreFrom}.`);
  if (source.kind === 'gcloud') {
    return [
      source.command,
      'emulators',
      'firestore',
      'start',
      '--quiet',
      `--host-port=${host}:${port}`,
      `--rules=${rules}`,
      ...(data ? [`--import-data=${data}`] : []),
    ];
  }
  return [
    source.java,
    '-jar',
    source.jar,
    '--host',
    host,
    '--port',
    String(port),
    '--rules',
    rules,
    ...(data ? ['--seed_from_export', data] : []),
  ];
}

function collectOutput(keeper: ChildProcess): () => string {
  let text = '';
  for (const stream of [keeper.stdout, keeper.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-4000);
    });
  }
  return () => text.trim();
}

async function waitUntilReady(
  port: number,
  keeper: ChildProcess,
  output: () => string,
): Promise<void> {
  const deadline = Date.now() + startTimeoutMillis;
  while (keeper.exitCode === null && Date.now() < deadline) {
    if (await answers(port)) return;
    await sleep(50);
  }
  keeper.kill('SIGTERM');
  throw new Error(`Google's Firestore emulator did not start. Its last words:\n${output()}`);
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://${host}:${port}/`).then(
    (response) => response.ok,
    () => false,
  );

async function exportTo(
  folder: string,
  { port, projectId }: Pick<FirestoreOptions, 'port' | 'projectId'>,
): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const response = await fetch(`http://${host}:${port}/emulator/v1/projects/${projectId}:export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      database: `projects/${projectId}/databases/(default)`,
      export_directory: dirname(folder),
      export_name: basename(folder),
    }),
  });
  if (!response.ok) throw new Error(`Firestore could not be saved: ${await response.text()}`);
}

/** Uses an emulator that someone else runs: with its own data, and left running. */
async function adoptFirestore(
  hostAndPort: string,
  { projectId }: FirestoreOptions,
): Promise<Firestore> {
  const port = Number(hostAndPort.split(':')[1]);
  if (!(await answers(port))) {
    throw new Error(`FIRESTORE_EMULATOR_HOST names ${hostAndPort}, but nothing answers there.`);
  }
  return {
    port,
    marks: [],
    save: (folder) => exportTo(folder, { port, projectId }),
    clear: () => clearDocuments({ port, projectId }),
    close: async () => {},
  };
}
