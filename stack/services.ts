import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { host } from '@datchain/emulators-common/local-only.ts';
import type { ProcessMark } from '@datchain/emulators-common/processes.ts';
import {
  type AppCheckServer,
  startAppCheck,
} from '@datchain/firebase-emulators/app-check/server.ts';
import {
  type DatabaseServer,
  startDatabase,
} from '@datchain/firebase-emulators/database/server.ts';
import { startFirestore } from '@datchain/firebase-emulators/engines/firestore.ts';
import type { Firestore } from '@datchain/firebase-emulators/engines/firestore-options.ts';
import type { Signer } from '@datchain/firebase-emulators/storage/http/signed.ts';
import { type StorageServer, startStorage } from '@datchain/firebase-emulators/storage/server.ts';
import { readFixedUserIds } from '@datchain/shared/contracts/documents/new-user.ts';
import { type StripeServer, startStripe } from '@datchain/stripe-emulator/server.ts';
import { configureRules } from '../rules/configure.ts';
import { type Auth, startAuth } from './auth.ts';
import {
  appCheckDebugToken,
  demoAppId,
  listAddresses,
  mailApiKey,
  stripeSecretKey,
  stripeWebhookSecret,
  webhookUrl,
} from './environment.ts';
import { type Functions, functionsElsewhere, startFunctions } from './functions.ts';
import type { Generation } from './generations.ts';
import { type Hosting, startHosting } from './hosting.ts';
import { type MailServer, startMail } from './mail/server.ts';
import type { Ports, Service } from './ports.ts';
import { noteRunning, noteStopped } from './running.ts';

export type Sources = {
  functionsEntry: string;
  firestoreRules: string;
  databaseRules: string;
  storageRules: string;
  hostingConfig: string;
};

const rootPath = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const projectSources = (): Sources => ({
  functionsEntry: rootPath('functions/index.ts'),
  firestoreRules: rootPath('rules/firestore.rules'),
  databaseRules: rootPath('rules/database.rules.json'),
  storageRules: rootPath('rules/storage.rules'),
  hostingConfig: rootPath('firebase.json'),
});

export class StackClock {
  offsetMillis: number;
  constructor(offsetMillis: number) {
    this.offsetMillis = offsetMillis;
  }
  now = (): number => Date.now() + this.offsetMillis;
}

export type ServicesOptions = {
  projectId: string;
  ports: Ports;
  env: Record<string, string>;
  dataDir: string;
  siteDir: string;
  restored: Pick<Generation, 'dir'> | undefined;
  clock: StackClock;
  signer: Promise<Signer>;
  sources?: Partial<Sources>;
  firestoreHeapMb?: number | undefined;
  functionsElsewhere?: boolean;
  onReady?: (name: Service, url: string) => void;
  onTrouble?: (message: string) => void;
};

type Running = {
  firestore: Firestore;
  auth: Auth;
  database: DatabaseServer;
  storage: StorageServer;
  stripe: StripeServer;
  appCheck: AppCheckServer;
  mail: MailServer;
  functions: Functions;
  hosting: Hosting;
};

export async function startServices(options: ServicesOptions): Promise<Services> {
  const { dataDir, onReady } = options;
  const addresses = listAddresses(options.ports);
  const marks = new Map<Service, ProcessMark[]>();
  const note = (service: Service, processes: ProcessMark[]) => {
    marks.set(service, processes);
    noteRunning(dataDir, [...marks.values()].flat());
  };
  note('hosting', []);

  const running: Partial<Running> = {};
  const starters = buildStarters(options, note);
  const outcomes = await Promise.allSettled(
    Object.entries(starters).map(async ([name, start]) => {
      const service = name as Service;
      Object.assign(running, { [service]: await start() });
      onReady?.(service, addresses[service]);
    }),
  );
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) {
    await Promise.allSettled(Object.values(running).map((service) => service.close()));
    noteStopped(dataDir);
    throw failure.reason;
  }
  return new Services(running as Running, options.clock, (dir) =>
    buildStarters({ ...options, restored: dir === undefined ? undefined : { dir } }, note),
  );
}

type Starters = { [S in Service]: () => Promise<Running[S]> };

function buildStarters(
  options: ServicesOptions,
  note: (service: Service, processes: ProcessMark[]) => void,
): Starters {
  const { projectId, ports, dataDir, restored, clock } = options;
  const sources = { ...projectSources(), ...options.sources };
  const saved = (name: string) => restored && join(restored.dir, name);
  const storageFolder = join(dataDir, 'run/storage');
  return {
    firestore: async () => {
      const firestore = await startFirestore({
        port: ports.firestore,
        projectId,
        rules: configuredRules(sources.firestoreRules, options),
        heapMb: options.firestoreHeapMb,
        restoreFrom: saved('firestore'),
      });
      note('firestore', firestore.marks);
      return firestore;
    },
    auth: () => startAuth({ port: ports.auth, projectId, restoreFrom: saved('auth.json') }),
    database: async () =>
      startDatabase({
        port: ports.database,
        projectId,
        rules: readFileSync(sources.databaseRules, 'utf8'),
        restoreFrom: saved('database'),
        now: clock.now,
        // Auth issues tokens by real time; a shifted clock would make each new one expire at once.
        tokenNow: Date.now,
      }),
    storage: async () => {
      // Files of another run would be newer than the other stores.
      rmSync(storageFolder, { recursive: true, force: true });
      return startStorage({
        port: ports.storage,
        projectId,
        rules: readFileSync(sources.storageRules, 'utf8'),
        firestoreHost: `${host}:${ports.firestore}`,
        dataDir: storageFolder,
        restoreFrom: saved('storage'),
        now: clock.now,
        signer: await options.signer,
      });
    },
    stripe: async () =>
      startStripe({
        port: ports.stripe,
        projectId,
        secretKey: stripeSecretKey,
        webhook: { url: webhookUrl(projectId, ports), secret: stripeWebhookSecret },
        restoreFrom: saved('stripe'),
        now: clock.now,
      }),
    appCheck: () =>
      startAppCheck({
        port: ports.appCheck,
        projectId,
        appIds: [demoAppId],
        debugTokens: [appCheckDebugToken],
      }),
    mail: () =>
      startMail({
        port: ports.mail,
        projectId,
        apiKey: mailApiKey,
        now: clock.now,
        restoreFrom: saved('mail.json'),
      }),
    functions: async () =>
      options.functionsElsewhere
        ? functionsElsewhere(ports.functions)
        : startFunctions({
            port: ports.functions,
            projectId,
            entry: sources.functionsEntry,
            env: options.env,
            logFile: join(dataDir, 'logs/functions.log'),
            clockOffsetMillis: clock.offsetMillis,
            onStart: (mark) => note('functions', mark ? [mark] : []),
            onTrouble: options.onTrouble,
          }),
    hosting: () =>
      startHosting({
        projectId,
        ports,
        addresses: listAddresses(ports),
        siteDir: options.siteDir,
        configFile: sources.hostingConfig,
      }),
  };
}

function configuredRules(source: string, { dataDir, env }: ServicesOptions): string {
  const fixedUserIds = readFixedUserIds(env.FIXED_USER_IDS ?? '');
  const folder = join(dataDir, 'run');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'firestore.rules');
  writeFileSync(path, configureRules(readFileSync(source, 'utf8'), { fixedUserIds }));
  return path;
}

export class Services {
  readonly #running: Running;
  readonly #clock: StackClock;
  readonly #startersFrom: (dir?: string) => Starters;

  constructor(running: Running, clock: StackClock, startersFrom: (dir?: string) => Starters) {
    this.#running = running;
    this.#clock = clock;
    this.#startersFrom = startersFrom;
  }

  get functions(): Functions {
    return this.#running.functions;
  }

  async save(dir: string): Promise<void> {
    const { firestore, auth, database, storage, stripe, mail } = this.#running;
    await Promise.all([
      firestore.save(join(dir, 'firestore')),
      auth.save(join(dir, 'auth.json')),
      database.save(join(dir, 'database')),
      stripe.save(join(dir, 'stripe')),
      mail.save(join(dir, 'mail.json')),
    ]);
    // Storage is last: browsers upload without a function, and a saved file name needs its file.
    await storage.save(join(dir, 'storage'));
  }

  async holdingCalls<T>(work: () => Promise<T>): Promise<T> {
    await this.functions.pause();
    try {
      return await work();
    } finally {
      await this.functions.resume();
    }
  }

  async changes(): Promise<string> {
    const { auth, storage } = this.#running;
    return `${await this.functions.callCount()} ${await auth.fingerprint()} ${storage.changes()}`;
  }

  async shiftClock(byMillis: number): Promise<void> {
    this.#clock.offsetMillis += byMillis;
    await this.functions.setClockOffset(this.#clock.offsetMillis);
  }

  /**
   * Deletes all data, accounts, uploads and faults, and resets the clock. Functions that were
   * called are restarted, so that nothing they remember outlives the data. Addresses stay.
   */
  async empty(): Promise<void> {
    const { firestore, auth, database, storage, stripe, mail, functions } = this.#running;
    await functions.forget();
    await Promise.all([database, storage, stripe, mail].map((service) => service.close()));
    this.#clock.offsetMillis = 0;
    await functions.setClockOffset(0);
    const starters = this.#startersFrom();
    const restart = async (service: 'database' | 'storage' | 'stripe' | 'mail') =>
      Object.assign(this.#running, { [service]: await starters[service]() });
    await Promise.all([
      firestore.clear(),
      auth.clear(),
      restart('database'),
      restart('storage'),
      restart('stripe'),
      restart('mail'),
      functions.start(),
    ]);
  }

  /**
   * Moves Firestore's data to a new emulator at the same address, while no function runs. Google's
   * emulator keeps undelivered messages of closed pages, which add up to a gigabyte in minutes.
   */
  async renewFirestore(): Promise<void> {
    const dir = mkdtempSync(join(tmpdir(), 'datchain-firestore-'));
    await this.holdingCalls(async () => {
      await this.#running.firestore.save(join(dir, 'firestore'));
      await this.#running.firestore.close();
      this.#running.firestore = await this.#startersFrom(dir).firestore();
    });
    rmSync(dir, { recursive: true, force: true });
  }

  async closeDoors(): Promise<void> {
    await this.#running.hosting.close();
    await this.functions.close();
  }

  async close(): Promise<void> {
    const { firestore, auth, database, storage, stripe, appCheck, mail } = this.#running;
    const stores = [firestore, auth, database, storage, stripe, appCheck, mail];
    await Promise.all(stores.map((service) => service.close()));
  }
}
