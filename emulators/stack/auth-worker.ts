/**
 * Firebase's own Auth emulator, in a thread of its own: building it keeps a processor busy for
 * seconds, during which the other services of the launcher must answer.
 *
 * The emulator is an internal module of firebase-tools; package.json pins the exact version.
 */
import { createRequire } from 'node:module';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';

type User = { localId: string };
type ProjectState = {
  users: Map<string, User>;
  overwriteUserWithLocalId(localId: string, user: User): User;
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

const state: ProjectState = new AgentProjectState(projectId);
for (const user of users) state.overwriteUserWithLocalId(user.localId, user);

const app = await createApp(projectId, SingleProjectMode.ERROR, new Map([[projectId, state]]));
const launcher = parentPort as MessagePort;
app
  .listen(port, host, () => launcher.postMessage({ ready: true }))
  .on('error', (error: Error) => launcher.postMessage({ failure: error.message }));

launcher.on('message', () => launcher.postMessage({ users: [...state.users.values()] }));
