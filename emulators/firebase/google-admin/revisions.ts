import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { host } from '@datchain/emulators-common/local-only.ts';
import { fromBufferPromise } from 'yauzl';
import { Refused } from './refused.ts';

export interface Revision {
  readonly service: string;
  readonly name: string;
  readonly createTime: string;
  readonly source: Buffer;
  readonly env: Readonly<Record<string, string>>;
}

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
}

const framework = join(import.meta.dirname, 'framework');
const cache = join(import.meta.dirname, '../../../node_modules/.cache/datchain-builds');
const START_CONCURRENCY = Math.max(2, availableParallelism());
const POLL_INTERVAL_MILLIS = 25;

const npmCi = (folder: string, ...options: string[]) =>
  promisify(execFile)('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', ...options], {
    cwd: folder,
    shell: process.platform === 'win32',
  });

async function unpack(zip: Buffer, folder: string): Promise<void> {
  const archive = await fromBufferPromise(zip, { lazyEntries: true });
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    const path = join(folder, entry.fileName);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await archive.openReadStreamPromise(entry));
  }
}

/**
 * Installs the packages of a lockfile and caches them until the lockfile changes, like Google's
 * builds.
 */
async function installed(folder: string): Promise<string> {
  const lock = await readFile(join(folder, 'package-lock.json'));
  const cached = join(cache, createHash('sha256').update(lock).digest('hex').slice(0, 16));
  if (!existsSync(cached)) {
    await rm(cache, { recursive: true, force: true });
    await mkdir(cache, { recursive: true });
    const fresh = await mkdtemp(join(cache, 'new-'));
    for (const name of ['package.json', 'package-lock.json']) {
      await copyFile(join(folder, name), join(fresh, name));
    }
    await npmCi(fresh, '--omit=dev');
    await rename(fresh, cached);
  }
  return join(cached, 'node_modules');
}

/** Returns a free port; nothing reserves it until the revision listens there. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/**
 * Builds and starts revisions as Cloud Run does: from the uploaded source, with the versions of its
 * lockfile. A revision gets only the variables it was sent and those that Cloud Run always sets.
 */
export class Machines {
  readonly #network: Readonly<Record<string, string>>;
  readonly logs: string[] = [];
  readonly #builds = new Map<string, Promise<string>>();
  readonly #serving = new Map<string, Revision>();
  readonly #running = new Map<string, Promise<Running>>();
  readonly #queue: (() => void)[] = [];
  #starting = 0;

  constructor(network: Readonly<Record<string, string>> = {}) {
    this.#network = network;
  }

  /**
   * Starts a revision without routing requests to it.
   * @throws Refused if it does not listen on its port
   */
  async prove(revision: Revision): Promise<void> {
    const { child } = await this.#start(revision);
    child.kill('SIGKILL');
  }

  serve(revision: Revision): void {
    this.#serving.set(revision.service, revision);
    this.#stop(revision.service);
  }

  /** Returns the port of a service; the first request starts it. */
  async portOf(service: string): Promise<number | undefined> {
    const revision = this.#serving.get(service);
    if (!revision) return undefined;
    const running = this.#running.get(service) ?? this.#start(revision);
    this.#running.set(service, running);
    return (await running).port;
  }

  async close(): Promise<void> {
    for (const service of this.#running.keys()) this.#stop(service);
    for (const build of this.#builds.values()) {
      await build.then((folder) => rm(folder, { recursive: true, force: true })).catch(() => {});
    }
  }

  #stop(service: string): void {
    this.#running
      .get(service)
      ?.then(({ child }) => child.kill('SIGKILL'))
      .catch(() => {});
    this.#running.delete(service);
  }

  #build(source: Buffer): Promise<string> {
    const digest = createHash('sha256').update(source).digest('hex');
    const built = this.#builds.get(digest) ?? this.#buildNew(source);
    this.#builds.set(digest, built);
    return built;
  }

  async #buildNew(source: Buffer): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'datchain-revision-'));
    try {
      await unpack(source, folder);
      // The build provides the functions framework, so that a function need not depend on it.
      if (!existsSync(join(framework, 'node_modules'))) await npmCi(framework);
      await symlink(await installed(folder), join(folder, 'node_modules'), 'junction');
    } catch (error) {
      throw new Refused(3, 'INVALID_ARGUMENT', `Build failed with status: FAILURE. ${error}`);
    }
    return folder;
  }

  async #start(revision: Revision): Promise<Running> {
    const folder = await this.#build(revision.source);
    if (this.#starting === START_CONCURRENCY) {
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else this.#starting += 1;
    try {
      return await this.#startNow(revision, folder);
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#starting -= 1;
    }
  }

  async #startNow({ service, name, env }: Revision, folder: string): Promise<Running> {
    const port = await freePort();
    const main = 'node_modules/@google-cloud/functions-framework/build/src/main.js';
    const child = spawn(process.execPath, [join(framework, main)], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: join(folder, '.compiled'),
        FUNCTION_SIGNATURE_TYPE: 'http',
        K_SERVICE: service,
        K_CONFIGURATION: service,
        K_REVISION: name,
        ...env,
        ...this.#network,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said = `${said}${chunk}`.slice(-2_000);
      });
    }
    let isGone = false;
    child.once('close', () => {
      isGone = true;
    });
    while (!(await listens(port))) {
      if (isGone) {
        this.logs.push(said);
        throw new Refused(
          3,
          'INVALID_ARGUMENT',
          `Could not create or update Cloud Run service ${service}, Container Healthcheck failed. Revision ` +
            `'${name}' is not ready and cannot serve traffic. The user-provided container failed to start and ` +
            `listen on the port defined provided by the PORT=${port} environment variable within the allocated timeout. ` +
            'Logs for this revision might contain more information.',
        );
      }
      await sleep(POLL_INTERVAL_MILLIS);
    }
    return { child, port };
  }
}
