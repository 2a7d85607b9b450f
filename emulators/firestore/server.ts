import { codes, type DatabaseName, Refusal } from './contract.ts';
import { ProjectRules } from './project-rules.ts';
import type { Backend } from './wire/backend.ts';
import { openPort } from './wire/port.ts';
import { World } from './world.ts';

export interface FirestoreServerOptions {
  /** Only the own machine is served. */
  readonly host?: '127.0.0.1';
  /** 0 takes any free port. */
  readonly port: number;
  /** Starts with `demo-`. Other projects that do are served beside it. */
  readonly projectId: string;
  /** Projects that are served although their names do not start with `demo-`. */
  readonly alsoServed?: readonly string[];
  /** Text of firestore.rules, for every project; without it only admins get in. */
  readonly rules?: string;
  /** Folder the data is loaded from and kept in; without it data lives in memory. */
  readonly dataDir?: string;
  /** The clock of the stack, in milliseconds. */
  readonly now?: () => number;
  /** The clock by which tokens run out: of their issuer. Without it, the stack's. */
  readonly tokenNow?: () => number;
}

export interface FirestoreServer {
  readonly port: number;
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Writes a snapshot of all databases into a folder, from which a server can start. */
  save(dir: string): Promise<void>;
  /** Forgets every document of the project's default database. */
  clear(): Promise<void>;
  /** Replaces the rules of every project, for running listeners too. Throws InvalidRules, having changed nothing. */
  setRules(text: string): void;
  /** Ends every connection and keeps the data. */
  close(): Promise<void>;
}

/**
 * Starts the local stand-in for Firestore. Throws when the host is not 127.0.0.1, the project id
 * does not start with `demo-`, the rules are wrong, the folder cannot be read or the port is taken.
 */
export async function startFirestoreServer(
  options: FirestoreServerOptions,
): Promise<FirestoreServer> {
  const { host = '127.0.0.1', port, projectId, dataDir, now = Date.now } = options;
  const { alsoServed = [], tokenNow = now } = options;
  if (host !== '127.0.0.1') {
    throw new Error(`The local Firestore listens on 127.0.0.1 only, not on ${host}`);
  }
  const requireServed = (project: string): void => {
    if (/^demo-[a-z0-9-]{1,100}$/.test(project) || alsoServed.includes(project)) return;
    const message = `The project id ${JSON.stringify(project)} does not start with demo-: the local Firestore serves demo projects only`;
    throw new Refusal(codes.PERMISSION_DENIED, message);
  };
  requireServed(projectId);
  const rules = new ProjectRules(options.rules);
  const world = new World({ dataDir, now, rulesOf: (project) => rules.of(project) });
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
    setRules: (project, { content }) => {
      requireServed(project);
      rules.set(project, content);
      world.tellOfRules(project);
    },
    coverage: (project) => {
      requireServed(project);
      const known = rules.of(project);
      if (!known) throw new Refusal(codes.FAILED_PRECONDITION, 'No rules are loaded.');
      return known.coverage();
    },
    tokenNow,
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
    setRules: (text) => {
      rules.setForAll(text);
      world.tellOfRules();
    },
    close: async () => {
      await opened.close();
      world.close();
    },
  };
}
