import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepIdleConnections } from '@datchain/emulators-common/keep-idle.ts';
import { type AdminCall, answerAdmin, answerAdminUpload } from './http/admin.ts';
import { allowAnyPage, answerError, answerJson, answerPreflight } from './http/answer.ts';
import { type AppUpload, answerApp } from './http/firebase.ts';
import { decode, requireDemo } from './http/request.ts';
import { answerRules } from './http/rules.ts';
import { answerSigned, type Signer } from './http/signed.ts';
import { cloneStore, ObjectStore } from './objects/store.ts';
import { notFound, Refused } from './refusal.ts';
import { AccessRules } from './rules/access.ts';
import { Storage } from './storage.ts';
import { UploadSessions } from './uploads/session.ts';

export interface StorageOptions {
  readonly port: number;
  readonly projectId: string;
  /** Text of storage.rules; without it only admins have access. */
  readonly rules?: string;
  /** Address of the Firestore emulator for document look-ups of rules, like 127.0.0.1:8080. */
  readonly firestoreHost?: string;
  /** The folder of the objects; without it a temporary one that is deleted with the server. */
  readonly dataDir?: string;
  /** A folder written by `save` to restore from; it is not changed. */
  readonly restoreFrom?: string | undefined;
  /** The clock of the stack, in milliseconds. */
  readonly now?: () => number;
  /** The account whose signed URLs are accepted; without it none are. */
  readonly signer?: Signer;
}

export interface StorageServer {
  readonly port: number;
  readonly url: string;
  changes(): number;
  save(dir: string): Promise<void>;
  /** Replaces the rules. @throws InvalidRules before any change */
  setRules(text: string): void;
  /** Lists conditions of the rules that have not yet both held and refused: `line:column`. */
  halfTestedRules(): string[];
  close(): Promise<void>;
}

interface Services {
  readonly storage: Storage;
  readonly rules: AccessRules;
  readonly appUploads: UploadSessions<AppUpload>;
  readonly signer: Signer | undefined;
}

/**
 * Starts the local emulator of Cloud Storage.
 * @throws when the project id does not start with `demo-`, the rules are wrong or the folder cannot
 * be read
 */
export async function startStorage(options: StorageOptions): Promise<StorageServer> {
  const { port, projectId, now = Date.now } = options;
  requireDemo(projectId, 'project id');
  const rules = new AccessRules({ text: options.rules, firestoreHost: options.firestoreHost });
  const dir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'datchain-storage-'));
  if (options.restoreFrom) cloneStore(options.restoreFrom, dir);
  const store = new ObjectStore(dir);
  const services: Services = {
    storage: new Storage({ store, rules, now }),
    rules,
    appUploads: new UploadSessions(),
    signer: options.signer,
  };
  const server = createServer((request, response) => {
    answer(request, response, services).catch((error) => {
      if (response.headersSent) response.destroy();
      else answerError(response, error);
    });
  });
  // A large file over a slow line may take hours.
  server.requestTimeout = 0;
  keepIdleConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address() as AddressInfo;

  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    changes: () => store.changes,
    save: async (folder) => store.save(folder),
    setRules: (text) => rules.set(text),
    halfTestedRules: () => rules.halfTested(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await services.appUploads.close();
      if (options.dataDir === undefined) rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { storage, rules, appUploads, signer }: Services,
): Promise<void> {
  const url = urlOf(request);
  const app = /^\/v0\/b\/([^/]+)\/o(?:\/(.+))?$/.exec(url.pathname);
  if (app) {
    if (request.method === 'OPTIONS') return answerPreflight(request, response);
    allowAnyPage(response);
    const bucket = decode(app[1] ?? '');
    requireDemo(bucket, 'bucket');
    const name = app[2] === undefined ? undefined : decode(app[2]);
    return answerApp({ storage, uploads: appUploads, request, response, url, bucket, name });
  }
  const signed = /^\/(demo-[^/]+)\/(.+)$/.exec(url.pathname);
  if (signed) {
    allowAnyPage(response);
    const place = { bucket: decode(signed[1] ?? ''), name: decode(signed[2] ?? '') };
    return answerSigned({ storage, signer, request, response, url }, place);
  }
  // The paths below need no token, so web pages must not reach them.
  if (request.headers.origin) throw new Refused(403, 'Not for web pages.');
  if (url.pathname === '/internal/setRules') return answerRules(rules, request, response);
  const [, upload, path] =
    /^(\/upload\/storage\/v1|\/download\/storage\/v1|\/storage\/v1)?(\/b\/.+)$/.exec(
      url.pathname,
    ) ?? [];
  if (path === undefined) {
    if (url.pathname === '/') return answerJson(response, 200, { storage: 'ready' });
    throw notFound(`address: ${url.pathname}; this is the local Cloud Storage`);
  }
  const call: AdminCall = { storage, request, response, url, path };
  return upload === '/upload/storage/v1' ? answerAdminUpload(call) : answerAdmin(call);
}

/** Reads the URL; refuses foreign host names that point at this machine. */
function urlOf(request: IncomingMessage): URL {
  const host = request.headers.host ?? '127.0.0.1';
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) {
    throw new Refused(421, 'The local Cloud Storage answers at 127.0.0.1 only');
  }
  return new URL(request.url ?? '/', `http://${host}`);
}
