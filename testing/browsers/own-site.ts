import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabase } from '@datchain/firebase-emulators/database/server.ts';
import { clearDocuments } from '@datchain/firebase-emulators/engines/clear-documents.ts';
import { lateAnswer } from '@datchain/functions/edge/late-answer.ts';
import { firestoreStore } from '@datchain/functions/stores/firestore-store.ts';
import { databaseRestUrl } from '@datchain/shared/contracts/site-addresses.ts';
import type { StackHandle } from '@datchain/stack/control.ts';
import { databaseUrl, listAddresses } from '@datchain/stack/environment.ts';
import { startHosting } from '@datchain/stack/hosting.ts';
import { freePorts, type Ports } from '@datchain/stack/ports.ts';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { inRepository } from '../../scripts/lib/root.ts';

/**
 * A site with separate data: the same services, rules and firebase.json, but another project of the
 * Firestore emulator and another Realtime Database. No other journey sees its changes and faults.
 */
export type OwnSite = {
  url: string;
  firestore: Firestore;
  /** Sets a path of the Realtime Database with server rights; null removes it. */
  write(path: string, value: unknown): Promise<void>;
  /** Stops the database with all connections; its data stays. */
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  close(): Promise<void>;
};

export async function openOwnSite(stack: StackHandle): Promise<OwnSite> {
  const projectId = `demo-own-${randomBytes(4).toString('hex')}`;
  const folder = mkdtempSync(join(tmpdir(), 'datchain-own-site-'));
  const ports = { ...portsOf(stack), ...(await ownPorts()) };
  const addresses = listAddresses(ports);
  const databaseURL = databaseUrl(projectId, ports);

  const openDatabase = () =>
    startDatabase({
      port: ports.database,
      projectId,
      rules: readFileSync(inRepository('rules/database.rules.json'), 'utf8'),
      restoreFrom: join(folder, 'database'),
    });
  let server: Awaited<ReturnType<typeof openDatabase>> | undefined = await openDatabase();
  const app = initializeApp({ projectId }, projectId);
  const services = {
    store: firestoreStore(getFirestore(app)),
    environment: { siteUrl: addresses.hosting, hostingUrl: undefined },
  };
  const hosting = await startHosting({
    projectId,
    ports,
    addresses,
    siteDir: process.env.DATCHAIN_SITE_DIR ?? '',
    configFile: inRepository('firebase.json'),
    findFunction: async () => (request, response) => void lateAnswer(services, request, response),
  });
  // Google's emulator shows its initial data in every project, even in a new one.
  await clearDocuments({ port: ports.firestore, projectId });

  const stopDatabase = async () => {
    await server?.close();
    await server?.save(join(folder, 'database'));
    server = undefined;
  };
  return {
    url: addresses.hosting,
    firestore: getFirestore(app),
    write: (path, value) => writeAsServer(databaseRestUrl({ databaseURL }, path), value),
    stopDatabase,
    startDatabase: async () => {
      server ??= await openDatabase();
    },
    close: async () => {
      await deleteApp(app);
      await hosting.close();
      await stopDatabase();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// Over REST, because the SDK would use the same address for all databases of this process.
async function writeAsServer(url: string, value: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify(value),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
}

async function ownPorts(): Promise<Pick<Ports, 'hosting' | 'database'>> {
  const { hosting, database } = await freePorts();
  return { hosting, database };
}

const portsOf = ({ addresses }: StackHandle): Ports =>
  Object.fromEntries(
    Object.entries(addresses).map(([service, address]) => [service, Number(new URL(address).port)]),
  ) as Ports;
