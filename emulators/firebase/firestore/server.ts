import { codes, type DatabaseName, Refusal } from './contract.ts';
import { ProjectRules } from './project-rules.ts';
import type { Backend } from './wire/backend.ts';
import { openPort } from './wire/port.ts';
import { World } from './world.ts';

export interface FirestoreServerOptions {
  readonly port: number;
  /** Must start with `demo-`. Other demo projects are served as well. */
  readonly projectId: string;
  /**
   * Text of firestore.rules, for every project without its own; without it only admins have access.
   */
  readonly rules?: string;
  readonly restoreFrom?: string | undefined;
}

export interface FirestoreServer {
  readonly port: number;
  readonly url: string;
  save(dir: string): Promise<void>;
  /** Deletes every document of the project's default database. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the local Firestore emulator on 127.0.0.1.
 * @throws when the project id does not start with `demo-`, the rules are wrong, the snapshot cannot
 * be read or the port is in use
 */
export async function startFirestoreServer({
  port,
  projectId,
  rules: text,
  restoreFrom,
}: FirestoreServerOptions): Promise<FirestoreServer> {
  requireServed(projectId);
  const rules = new ProjectRules(text);
  const world = new World({ restoreFrom, now: Date.now, rulesOf: (project) => rules.of(project) });
  const clear = async (name: DatabaseName): Promise<void> => {
    requireServed(name.project);
    world.clear(name);
  };
  const backend: Backend = {
    calls: (name) => {
      requireServed(name.project);
      return world.calls(name);
    },
    clear,
    setRules: (project, content) => {
      requireServed(project);
      rules.set(project, content);
    },
    coverage: (project) => {
      requireServed(project);
      const known = rules.of(project);
      if (!known) throw new Refusal(codes.FAILED_PRECONDITION, 'No rules are loaded.');
      return known.coverage();
    },
  };
  const opened = await openPort(backend, port).catch((error) => {
    world.close();
    throw error;
  });
  return {
    port: opened.port,
    url: opened.url,
    save: async (dir) => world.save(dir),
    clear: () => clear({ project: projectId, database: '(default)' }),
    close: async () => {
      await opened.close();
      world.close();
    },
  };
}

function requireServed(project: string): void {
  if (/^demo-[a-z0-9-]{1,100}$/.test(project)) return;
  const message = `The project id ${JSON.stringify(project)} does not start with demo-: the local Firestore serves demo projects only`;
  throw new Refusal(codes.PERMISSION_DENIED, message);
}
