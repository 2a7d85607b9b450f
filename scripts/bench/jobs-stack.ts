import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { demoProjectId, makeEnvironment } from '@datchain/stack/environment.ts';
import { freePorts, type Ports } from '@datchain/stack/ports.ts';
import { type Services, StackClock, startServices } from '@datchain/stack/services.ts';
import { makeServiceAccount, serviceAccountFile } from '@datchain/stack/signing-key.ts';

/** Emulators without functions that begin with the data of a folder, always at the same addresses. */
export interface JobStack {
  readonly services: Services;
  readonly clock: StackClock;
  readonly close: () => Promise<void>;
}

export interface JobPlace {
  readonly folder: string;
  readonly ports: Ports;
  readonly env: Record<string, string>;
}

export async function makePlace(folder: string): Promise<JobPlace> {
  const ports = await freePorts();
  const env = {
    ...makeEnvironment(demoProjectId, ports),
    GOOGLE_APPLICATION_CREDENTIALS: serviceAccountFile(folder),
  };
  Object.assign(process.env, env);
  return { folder, ports, env };
}

/** @param dir a folder of saved data; without it the emulators are empty */
export async function startJobStack({ folder, ports, env }: JobPlace, dir?: string) {
  const clock = new StackClock(0);
  const siteDir = join(folder, 'site');
  mkdirSync(siteDir, { recursive: true });
  const services = await startServices({
    projectId: demoProjectId,
    ports,
    env,
    dataDir: folder,
    siteDir,
    restored: dir === undefined ? undefined : { dir },
    clock,
    signer: makeServiceAccount(demoProjectId, folder),
    functionsElsewhere: true,
    onTrouble: console.log,
  });
  const close = async () => {
    await services.closeDoors();
    await services.close();
  };
  return { services, clock, close } satisfies JobStack;
}
