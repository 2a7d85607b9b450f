import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { requireDemoProject } from '@datchain/emulators-common/local-only.ts';
import { engineOfSaved, firestoreEngine } from '@datchain/firebase-emulators/engines/firestore.ts';
import { type Addresses, demoProjectId, listAddresses, makeEnvironment } from './environment.ts';
import {
  beginGeneration,
  completeGeneration,
  type Generation,
  listGenerations,
  moveAddresses,
} from './generations.ts';
import { fixedPorts, freePorts, type Service } from './ports.ts';
import { endLeftovers, noteStopped } from './running.ts';
import { Saver } from './saver.ts';
import { type Sources, StackClock, startServices } from './services.ts';
import { makeServiceAccount, serviceAccountFile } from './signing-key.ts';
import { requireFree } from './taken-ports.ts';

export type StackOptions = {
  ports: 'fixed' | 'free';
  dataDir: string;
  siteDir: string;
  projectId?: string;
  startOver?: boolean;
  onReady?: (name: Service, url: string) => void;
  onTrouble?: (message: string) => void;
  /** The memory limit of Firestore's data, in MB; see FirestoreOptions. */
  firestoreHeapMb?: number;
  functionsElsewhere?: boolean;
  sources?: Partial<Sources>;
};

export type Stack = {
  projectId: string;
  addresses: Addresses;
  env: Record<string, string>;
  /** The generation of data it began with; undefined for an empty one. */
  restored: Generation | undefined;
  /** Whether the stack before this one was killed, so that `restored` may be some seconds old. */
  wasUnclean: boolean;
  beginSaving(): void;
  saveGeneration(): Promise<Generation>;
  killFunctions(): Promise<void>;
  startFunctions(env?: Record<string, string>): Promise<void>;
  /** Moves the clock of functions, database, storage and Stripe forward (or, if negative, back). */
  shiftClock(byMillis: number): Promise<void>;
  /** Moves Firestore's data to a new emulator: see Services. A Firestore that the caller provided is kept. */
  renewFirestore(): Promise<void>;
  empty(): Promise<void>;
  stop(): Promise<void>;
};

/** Returns the last generation; one that another Firestore engine wrote is reported and not restored. */
function newestOfThisEngine(
  dataDir: string,
  onTrouble: (message: string) => void = console.error,
): Generation | undefined {
  const newest = listGenerations(dataDir).at(-1);
  const writer = newest && engineOfSaved(join(newest.dir, 'firestore'));
  if (!writer || writer === firestoreEngine()) return newest;
  const which = writer === 'google' ? "Google's emulator" : 'the embedded Firestore';
  onTrouble(
    `The data in ${newest.dir} was saved by ${which}, which is not the one that runs now: starting ` +
      `with none. FIRESTORE_ENGINE=${writer} npm start opens it.`,
  );
  return undefined;
}

/**
 * Starts the whole local stack on 127.0.0.1 and returns when every service answers.
 *
 * @throws naming the service that did not start; the others are ended first.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { dataDir, projectId = demoProjectId } = options;
  requireDemoProject(projectId);
  const wasUnclean = await endLeftovers(dataDir);
  if (options.ports === 'fixed') await requireFree(fixedPorts);
  if (options.startOver) rmSync(dataDir, { recursive: true, force: true });
  const ports = options.ports === 'fixed' ? fixedPorts : await freePorts();
  const restored = newestOfThisEngine(dataDir, options.onTrouble);
  if (restored) moveAddresses(restored, listAddresses(ports).storage);
  const clock = new StackClock(restored?.clockOffsetMillis ?? 0);
  const env = {
    ...makeEnvironment(projectId, ports),
    // Google's libraries read their identity from this file.
    GOOGLE_APPLICATION_CREDENTIALS: serviceAccountFile(dataDir),
  };
  // Making the key takes a while: only Storage waits for it.
  const signer = makeServiceAccount(projectId, dataDir);
  const facts = { projectId, ports, restored, clock, env, signer };
  const services = await startServices({ ...options, ...facts });

  const save = async () => {
    const { id, dir } = beginGeneration(dataDir);
    await services.save(dir);
    return completeGeneration(dataDir, id, clock.offsetMillis);
  };
  const saver = new Saver({
    save: () => services.holdingCalls(save),
    changes: () => services.changes(),
    onTrouble: options.onTrouble,
  });
  return {
    projectId,
    addresses: listAddresses(ports),
    env,
    restored,
    wasUnclean,
    beginSaving: () => saver.begin(),
    saveGeneration: () => saver.saveNow(),
    killFunctions: () => services.functions.kill(),
    startFunctions: (over) => services.functions.start(over),
    shiftClock: (byMillis) => services.shiftClock(byMillis),
    renewFirestore: () => services.renewFirestore(),
    empty: () => services.empty(),
    stop: async () => {
      const wasSaving = await saver.end();
      await services.closeDoors();
      // No one can change anything any more, so this save is final.
      if (wasSaving) await save();
      await services.close();
      noteStopped(dataDir);
    },
  };
}
