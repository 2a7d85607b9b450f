import { isDeepStrictEqual } from 'node:util';

/** A request that is refused, as Google's interfaces do. */
export class Refused extends Error {
  readonly code: number;
  readonly status: string;
  readonly details: readonly object[];

  constructor(code: number, status: string, message: string, details: readonly object[] = []) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

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
  /** Values of secrets by name, the newest last. */
  readonly secrets: Map<string, string[]>;
  /** Begins an operation that ends later. */
  readonly beginOperation: (prefix?: string) => object;
  readonly endOperation: (id: string) => object;
}

/** A new project, with what Google enables by itself, and the bucket that Firebase's console makes. */
export function emptyProject(id: string, number: string): Project {
  const polls = new Map<string, number>();
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
    secrets: new Map(),
    beginOperation(prefix = '') {
      const name = `o${polls.size}`;
      polls.set(name, 0);
      return { name: `${prefix}operations/${name}`, done: false };
    },
    endOperation(name) {
      const count = polls.get(name);
      if (count === undefined) throw new Refused(404, 'NOT_FOUND', `No operation ${name}.`);
      polls.set(name, count + 1);
      return { name: `operations/${name}`, done: count > 0 };
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
