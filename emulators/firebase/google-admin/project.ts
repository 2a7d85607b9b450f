import { isDeepStrictEqual } from 'node:util';
import { Refused } from './refused.ts';
import type { Revision } from './revisions.ts';

export interface Policy {
  bindings: { role: string; members: string[] }[];
}

/** An IAM policy with its etag; a change must name the version it is based on. */
export class StoredPolicy {
  policy: Policy = { bindings: [] };
  #version = 1;

  get answer(): object {
    return { version: 1, etag: `e${this.#version}`, ...this.policy };
  }

  /** @throws Refused if the policy has changed since it was read */
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

export interface Live {
  readonly rulesets: Map<string, readonly object[]>;
  readonly releases: Map<string, Fields>;
  readonly indexes: Fields[];
  /** Single-field index settings, by name. */
  readonly fields: Map<string, Fields>;
  readonly databases: Map<string, string>;
  readonly uploads: Map<string, Buffer>;
  readonly functions: Map<string, LiveFunction>;
  readonly services: Map<string, StoredPolicy>;
  /** The revisions of each service, the newest last. */
  readonly revisions: Map<string, Revision[]>;
  /** Services that route requests to a named revision instead of the newest. */
  readonly pinned: Map<string, string>;
  readonly jobs: Map<string, Fields>;
  /** Cloud Build's repository for function images; the first deployment creates it. */
  images: Fields | undefined;
}

export interface Project {
  readonly id: string;
  readonly number: string;
  readonly enabled: Set<string>;
  readonly policy: StoredPolicy;
  /** Service accounts by e-mail address, each with its IAM policy. */
  readonly accounts: Map<string, StoredPolicy>;
  readonly pools: Map<string, Record<string, unknown>>;
  database: Record<string, unknown> | undefined;
  readonly backups: Record<string, unknown>[];
  /** The Identity Platform configuration; undefined before it is initialised. */
  logins: Record<string, unknown> | undefined;
  readonly buckets: Map<string, Record<string, unknown>>;
  readonly site: Record<string, unknown>;
  readonly domains: Map<string, Record<string, unknown>>;
  /** The Hosting configuration of the released pages; undefined without a release. */
  pages: { readonly headers: readonly object[] } | undefined;
  /** Values of secrets by name, the newest last. */
  readonly secrets: Map<string, string[]>;
  readonly readers: Map<string, StoredPolicy>;
  readonly live: Live;
  /** Starts a long-running operation, which waits for `work` if given. */
  readonly beginOperation: (prefix?: string, work?: Promise<object>) => object;
  readonly endOperation: (id: string) => object;
}

const connected = { hostState: 'HOST_ACTIVE', cert: { state: 'CERT_ACTIVE' } };

/**
 * Makes a new project with Google's default APIs, and the bucket and the site that the Firebase
 * console creates.
 *
 * @param domain a custom domain already connected to the site
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

/**
 * Copies the fields of an update mask (dotted paths) from one object to another.
 * @throws Refused for an empty mask
 */
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
