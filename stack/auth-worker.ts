/**
 * Runs Firebase's own Auth emulator in a separate thread: building it keeps a processor busy for
 * seconds, during which the other services of the launcher must answer. The emulator is an internal
 * module of firebase-tools; package.json pins the exact version.
 */

import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { keepIdleConnections } from '@datchain/emulators-common/keep-idle.ts';

type User = { localId: string };
type ProjectState = {
  users: Map<string, User>;
  overwriteUserWithLocalId(localId: string, user: User): User;
};

type Method = { responses?: Record<string, { content?: Record<string, { schema?: object }> }> };
type Path = Partial<Record<'get' | 'post' | 'patch' | 'delete', Method>> & {
  parameters?: { $ref?: string }[];
};

const { port, host, projectId, users } = workerData as {
  port: number;
  host: string;
  projectId: string;
  users: User[];
};
const load = createRequire(import.meta.url);
const { createApp } = load('firebase-tools/lib/emulator/auth/server');
const { SingleProjectMode } = load('firebase-tools/lib/emulator/auth/index');
const { AgentProjectState } = load('firebase-tools/lib/emulator/auth/state');

reduceApi(load('firebase-tools/lib/emulator/auth/apiSpec').default);

const state: ProjectState = new AgentProjectState(projectId);
for (const user of users) state.overwriteUserWithLocalId(user.localId, user);

const app = await createApp(projectId, SingleProjectMode.ERROR, new Map([[projectId, state]]));
const launcher = parentPort as MessagePort;
const server: Server = app.listen(port, host, () => launcher.postMessage({ ready: true }));
server.on('error', (error) => launcher.postMessage({ failure: error.message }));
keepIdleConnections(server);

launcher.on('message', () => launcher.postMessage({ users: [...state.users.values()] }));

/**
 * Keeps only the methods that the product uses: e-mail accounts and the administration of accounts.
 * The emulator compiles a validator for each parameter and answer. For all methods (tenants, second
 * factors, SAML, and the parameters of every Google API) that takes many times as long. Removed
 * methods answer 404; the emulator's own answers need no validation.
 */
function reduceApi(api: { paths: Record<string, Path> }): void {
  const used =
    /^\/(v1\/(accounts:(createAuthUri|delete|lookup|resetPassword|sendOobCode|signInWithCustomToken|signInWithPassword|signUp|update)$|projects\/\{targetProjectId\}[/:](accounts|queryAccounts)|token|projects$|recaptchaParams)|emulator\/v1\/projects\/\{targetProjectId\}\/(accounts|config|oobCodes)$)/;
  for (const [address, path] of Object.entries(api.paths)) {
    if (!used.test(address)) delete api.paths[address];
    path.parameters = path.parameters?.filter((parameter) => !parameter.$ref) ?? [];
    for (const method of [path.get, path.post, path.patch, path.delete]) {
      for (const { content = {} } of Object.values(method?.responses ?? {})) {
        for (const type of Object.values(content)) delete type.schema;
      }
    }
  }
}
