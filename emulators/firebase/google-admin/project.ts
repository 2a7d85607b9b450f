import { isDeepStrictEqual } from 'node:util';
import { Refused } from './refused.ts';
import type { Revision } from './revisions.ts';

export interface Policy {
  bindings: { role: string; members: string[] }[];
}

/** The roles that members have on a resource; a change has to name the version that it was made from. */
export class StoredPolicy {
  policy: Policy = { bindings: [] };
  #version = 1;

  get answer(): object {
    return { version: 1, etag: `e${this.#version}`, ...this.policy };
  }

  /** @throws Refused where it was changed since it was read */
  set(policy: Policy & { etag?: string }): object {
    if (policy.etag !== undefined && policy.etag !== `e${this.#version}`) {
      throw new Refused(409, 'ABORTED', 'There were concurrent policy changes.');
    }
    this.policy = { bindings: policy.bindings };
    this.#version += 1;
    return this.answer;
  }
}

type Fields = Record<string, unknown>;

/** A function with its settings, as Cloud Functions keeps it. */
export interface LiveFunction extends Fields {
  readonly name: string;
  readonly buildConfig: {
    readonly source: { readonly storageSource: { readonly object: string } };
    readonly entryPoint: string;
  };
  readonly serviceConfig: Fields & {
    readonly availableCpu?: string;
    readonly maxInstanceCount?: number;
    readonly serviceAccountEmail?: string;
    readonly environmentVariables: Record<string, string>;
    readonly secretEnvironmentVariables?: readonly {
      readonly key: string;
      readonly secret: string;
      readonly version: string;
    }[];
  };
}

/** The results of deployments to a project. */
export interface Live {
  /** Files of rulesets, by name. */
  readonly rulesets: Map<string, readonly object[]>;
  readonly releases: Map<string, Fields>;
  /** Composite indexes of documents. */
  readonly indexes: Fields[];
  /** Settings of single fields of documents, by name. */
  readonly fields: Map<string, Fields>;
  /** Rules of each Realtime Database. */
  readonly databases: Map<string, string>;
  readonly uploads: Map<string, Buffer>;
  readonly functions: Map<string, LiveFunction>;
  /** The callers of each Cloud Run service. */
  readonly services: Map<string, StoredPolicy>;
  /** The revisions of each service, the newest last. */
  readonly revisions: Map<string, Revision[]>;
  /** Services whose requests one revision gets, by its name, instead of the newest. */
  readonly pinned: Map<string, string>;
  readonly jobs: Map<string, Fields>;
  /** Where Cloud Build keeps the images of functions; it makes it with the first. */
  images: Fields | undefined;
}

/** The state of a project at Google. */
export interface Project {
  readonly id: string;
  readonly number: string;
  readonly enabled: Set<string>;
  readonly policy: StoredPolicy;
  /** Service accounts by e-mail address, each with who may act as it. */
  readonly accounts: Map<string, StoredPolicy>;
  /** Workload identity pools and their providers, by name. */
  readonly pools: Map<string, Record<string, unknown>>;
  database: Record<string, unknown> | undefined;
  readonly backups: Record<string, unknown>[];
  /** Identity Platform; undefined before it is initialised. */
  logins: Record<string, unknown> | undefined;
  readonly buckets: Map<string, Record<string, unknown>>;
  /** Settings of the site, and the domains that lead to it. */
  readonly site: Record<string, unknown>;
  readonly domains: Map<string, Record<string, unknown>>;
  /** Hosting's configuration of the pages that are out; undefined while there are none. */
  pages: { readonly headers: readonly object[] } | undefined;
  /** Values of secrets by name, the newest last. */
  readonly secrets: Map<string, string[]>;
  /** The readers of each secret. */
  readonly readers: Map<string, StoredPolicy>;
  /** The live rules, indexes, functions and schedules. */
  readonly live: Live;
  /** Begins an operation that ends later: with its work, where there is some. */
  readonly beginOperation: (prefix?: string, work?: Promise<object>) => object;
  readonly endOperation: (id: string) => object;
}

const connected = { hostState: 'HOST_ACTIVE', cert: { state: 'CERT_ACTIVE' } };

/**
 * A new project, with what Google enables by itself, and the bucket and the site that Firebase's console makes.
 *
 * @param domain that its owner has connected to the site
 */
export function emptyProject(id: string, number: string, domain?: string): Project {
  const operations = new Map<string, { polls: number; isWorking?: boolean; outcome?: object }>();
  return {
    id,
    number,
    enabled: new Set(['serviceusage.googleapis.com']),
    policy: new StoredPolicy(),
    accounts: new Map(),
    pools: new Map(),
    database: undefined,
    backups: [],
    logins: undefined,
    buckets: new Map([[`${id}.firebasestorage.app`, {}]]),
    site: {},
    domains: new Map(domain ? [[domain, connected]] : []),
    pages: undefined,
    secrets: new Map(),
    readers: new Map(),
    live: {
      rulesets: new Map(),
      releases: new Map(),
      indexes: [],
      fields: new Map(),
      databases: new Map(),
      uploads: new Map(),
      functions: new Map(),
      services: new Map(),
      revisions: new Map(),
      pinned: new Map(),
      jobs: new Map(),
      images: undefined,
    },
    beginOperation(prefix = '', work?: Promise<object>) {
      const id = `o${operations.size}`;
      const operation = { polls: 0, isWorking: work !== undefined, outcome: {} };
      operations.set(id, operation);
      const end = (outcome: object) => Object.assign(operation, { outcome, isWorking: false });
      work?.then(
        (response) => end({ response }),
        (error: Error) => {
          const code = error instanceof Refused ? error.code : 13;
          end({ error: { code, message: error.message } });
        },
      );
      return { name: `${prefix}operations/${id}`, done: false };
    },
    endOperation(name) {
      const operation = operations.get(name);
      if (!operation) throw new Refused(404, 'NOT_FOUND', `No operation ${name}.`);
      operation.polls += 1;
      const done = operation.polls > 1 && !operation.isWorking;
      return { name: `operations/${name}`, done, ...(done ? operation.outcome : {}) };
    },
  };
}

/** Copies the fields that a mask names, with dots, from one object to another. @throws Refused for an empty mask */
export function patch(
  stored: Record<string, unknown>,
  body: Record<string, unknown>,
  mask: string | null,
): void {
  if (!mask) throw new Refused(400, 'INVALID_ARGUMENT', 'updateMask is required.');
  for (const field of mask.split(',')) {
    const path = field.split('.');
    const last = path.pop() ?? '';
    let [from, to]: [unknown, Record<string, unknown>] = [body, stored];
    for (const part of path) {
      from = (from as Record<string, unknown> | undefined)?.[part];
      to[part] ??= {};
      to = to[part] as Record<string, unknown>;
    }
    const value = (from as Record<string, unknown> | undefined)?.[last];
    if (!isDeepStrictEqual(value, to[last])) to[last] = value;
  }
}
