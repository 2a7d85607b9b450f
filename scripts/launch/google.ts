import { setTimeout as sleep } from 'node:timers/promises';
import { accessToken } from '@datchain/functions/stores/firebase.ts';
import type { ProjectFile } from '@datchain/shared/contracts/project-file.ts';
import * as v from 'valibot';

/** A Google API for setting up a shop, by the first part of its host or by its origin. */
export type Interface =
  | 'artifactregistry'
  | 'cloudfunctions'
  | 'cloudresourcemanager'
  | 'cloudscheduler'
  | 'firebasedatabase'
  | 'firebasehosting'
  | 'firebaserules'
  | 'firestore'
  | 'iam'
  | 'identitytoolkit'
  | 'run'
  | 'secretmanager'
  | 'serviceusage'
  | 'storage'
  | `https://${string}`;

const READ_WITH_GET: readonly Interface[] = ['run', 'secretmanager'];

export interface GoogleAccess {
  readonly project: string;
  readonly token: () => Promise<string>;
  /** The origin of all APIs, if not Google's. */
  readonly origin?: string | undefined;
}

/** A request refused by Google, with a sentence that says how to fix it. */
export class GoogleRefused extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** The caller has no access to the project, so every other request would fail too. */
export class NoAccess extends Error {}

/** Returns the address of an emulator. @throws unless it is on this machine */
export function standIn(
  variable: 'GOOGLE_ADMIN_ORIGIN' | 'MAIL_API_BASE' | 'STRIPE_API_BASE',
): string | undefined {
  const origin = process.env[variable];
  if (origin !== undefined && new URL(origin).hostname !== '127.0.0.1') {
    throw new Error(`${variable} may only name an emulator at 127.0.0.1.`);
  }
  return origin;
}

const NOT_LOGGED_IN =
  'Google does not know who you are. Run: gcloud auth application-default login';

async function tokenOfPerson(): Promise<string> {
  try {
    return await accessToken();
  } catch (error) {
    const isMissing = error instanceof Error && /default credentials/i.test(error.message);
    throw isMissing ? new NoAccess(NOT_LOGGED_IN) : error;
  }
}

export const makeGoogle = ({ project }: Pick<ProjectFile, 'project'>): Google =>
  new Google({ project, token: tokenOfPerson, origin: standIn('GOOGLE_ADMIN_ORIGIN') });

const REQUEST_TIMEOUT_MILLIS = 60_000;
const POLL_INTERVAL_MILLIS = 2_000;
const MAX_POLLS = 300;
const MAX_ATTEMPTS = 5;

const refusalSchema = v.object({
  error: v.object({
    message: v.optional(v.string(), 'no reason given'),
    status: v.optional(v.string(), ''),
    details: v.optional(
      v.array(
        v.looseObject({
          reason: v.optional(v.string()),
          metadata: v.optional(v.record(v.string(), v.string()), {}),
        }),
      ),
      [],
    ),
  }),
});

const operationSchema = v.object({
  name: v.string(),
  done: v.optional(v.boolean(), false),
  error: v.optional(v.object({ message: v.optional(v.string(), 'no reason given') })),
});

function sentenceOf(status: number, text: string, what: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const parsed = v.safeParse(refusalSchema, body);
  if (!parsed.success) return `${what} answered ${status}.`;
  const { message, details } = parsed.output.error;
  const detail = details.find(({ reason }) => reason !== undefined);
  const { permission, service } = detail?.metadata ?? {};
  if (detail?.reason === 'SERVICE_DISABLED') {
    return `The interface ${service ?? what} is not enabled: "apply" does that, and it takes some minutes.`;
  }
  if (permission) {
    return `You lack the permission ${permission}. Ask an owner of the project for a role that has it.`;
  }
  if (/billing/i.test(message)) {
    return 'The project has no billing account. Link one at https://console.cloud.google.com/billing, then try again.';
  }
  if (status === 429)
    return `A quota of the project is used up: ${message} Ask for more, or try later.`;
  return `${what} answered ${status}: ${message}`;
}

/** A client of Google's REST APIs. Every method throws GoogleRefused when a request is refused. */
export class Google {
  readonly #access: GoogleAccess;
  /** The number of polls left for newly enabled APIs. */
  #waits = 0;

  constructor(access: GoogleAccess) {
    this.#access = access;
  }

  expectEnabled(): void {
    this.#waits = MAX_POLLS;
  }

  async #send(method: string, to: Interface, path: string, body?: object): Promise<unknown> {
    return JSON.parse((await this.#sendText(method, to, path, body)) || '{}');
  }

  async #sendText(method: string, to: Interface, path: string, body?: object): Promise<string> {
    const { project, token, origin } = this.#access;
    const root = origin ?? (to.startsWith('https:') ? to : `https://${to}.googleapis.com`);
    const response = await fetch(`${root}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await token()}`,
        'content-type': 'application/json',
        // A person's credentials do not name a quota project.
        'x-goog-user-project': project,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MILLIS),
    });
    const text = await response.text();
    if (response.ok) return text;
    if (response.status === 403 && /SERVICE_DISABLED/.test(text) && this.#waits > 0) {
      this.#waits -= 1;
      await sleep(POLL_INTERVAL_MILLIS);
      return this.#sendText(method, to, path, body);
    }
    if (response.status === 401) throw new NoAccess(NOT_LOGGED_IN);
    if (/USER_PROJECT_DENIED/.test(text)) {
      throw new NoAccess(
        `Google knows no project ${project}, or you have no part in it: look at "project" in the file.`,
      );
    }
    const what = `${method} ${to} /${path.replace(/\?.*/, '')}`;
    throw new GoogleRefused(response.status, sentenceOf(response.status, text, what));
  }

  /** Reads a resource; undefined if it does not exist. */
  async find<T>(
    schema: v.GenericSchema<unknown, T>,
    to: Interface,
    path: string,
  ): Promise<T | undefined> {
    try {
      return v.parse(schema, await this.#send('GET', to, path));
    } catch (error) {
      if (error instanceof GoogleRefused && error.status === 404) return undefined;
      throw error;
    }
  }

  text(to: Interface, path: string): Promise<string> {
    return this.#sendText('GET', to, path);
  }

  async list<T>(
    item: v.GenericSchema<unknown, T>,
    key: string,
    to: Interface,
    path: string,
  ): Promise<T[]> {
    const schema = v.looseObject({ nextPageToken: v.optional(v.string(), '') });
    const found: T[] = [];
    let token = '';
    do {
      const page =
        token === ''
          ? path
          : `${path}${path.includes('?') ? '&' : '?'}pageToken=${encodeURIComponent(token)}`;
      const answer = v.parse(schema, await this.#send('GET', to, page));
      found.push(...v.parse(v.optional(v.array(item), []), answer[key]));
      token = answer.nextPageToken;
    } while (token !== '');
    return found;
  }

  /** Sends a POST that changes nothing. */
  async ask<T>(
    schema: v.GenericSchema<unknown, T>,
    to: Interface,
    path: string,
    body = {},
  ): Promise<T> {
    return v.parse(schema, await this.#send('POST', to, path, body));
  }

  /**
   * Changes a resource, and waits for the operation to end. A resource that already exists is no
   * error.
   */
  async change(
    method: 'POST' | 'PATCH' | 'PUT',
    to: Interface,
    path: string,
    body: object,
  ): Promise<void> {
    let answer: unknown;
    try {
      answer = await this.#send(method, to, path, body);
    } catch (error) {
      // Another person made it meanwhile, or an earlier attempt of ours whose answer was lost.
      if (method === 'POST' && error instanceof GoogleRefused && error.status === 409) return;
      throw error;
    }
    const [version] = path.split('/');
    for (let polls = 0; ; polls++) {
      const operation = v.safeParse(operationSchema, answer);
      if (!operation.success || !/(^|\/)operations\//.test(operation.output.name)) return;
      const { name, done, error } = operation.output;
      if (error) throw new Error(`${to}: ${error.message}`);
      if (done) return;
      if (polls === MAX_POLLS) throw new Error(`${to}: ${name} does not finish. Try again later.`);
      await sleep(Math.min(POLL_INTERVAL_MILLIS, 10 * 3 ** polls));
      answer = await this.#send('GET', to, `${version}/${name}`);
    }
  }

  /**
   * Adds members to roles of a policy. It keeps existing members, and starts again after a
   * concurrent change.
   *
   * @param path the resource of the policy, without `:getIamPolicy`
   */
  async grant(to: Interface, path: string, wanted: readonly Binding[]): Promise<void> {
    for (let tries = 1; ; tries++) {
      const policy = await this.policy(to, path);
      const bindings = [...policy.bindings];
      for (const { role, members, ...more } of lacking(policy, wanted)) {
        const at = bindings.findIndex((one) => one.role === role && !one.condition);
        const known = bindings[at];
        if (known) bindings[at] = { ...known, members: [...known.members, ...members] };
        else bindings.push({ role, members, ...more });
      }
      try {
        await this.#send('POST', to, `${path}:setIamPolicy`, { policy: { ...policy, bindings } });
        if (lacking(await this.policy(to, path), wanted).length === 0) return;
      } catch (error) {
        // Google may not know a newly made account yet.
        const isEarly = error instanceof GoogleRefused && /does not exist/.test(error.message);
        const isLate = error instanceof GoogleRefused && error.status === 409;
        if (!isEarly && !isLate) throw error;
        if (isEarly) await sleep(POLL_INTERVAL_MILLIS);
      }
      if (tries === MAX_ATTEMPTS)
        throw new Error(`The roles of ${path} keep changing. Try again later.`);
    }
  }

  /** Reads the policy of a resource; empty if it does not exist. */
  async policy(to: Interface, path: string): Promise<Policy> {
    try {
      const method = READ_WITH_GET.includes(to) ? 'GET' : 'POST';
      const body = method === 'POST' ? {} : undefined;
      return v.parse(policySchema, await this.#send(method, to, `${path}:getIamPolicy`, body));
    } catch (error) {
      if (error instanceof GoogleRefused && error.status === 404) return { bindings: [] };
      throw error;
    }
  }
}

const bindingSchema = v.looseObject({
  role: v.string(),
  members: v.optional(v.array(v.string()), []),
  condition: v.optional(v.unknown()),
});
const policySchema = v.looseObject({ bindings: v.optional(v.array(bindingSchema), []) });

export type Binding = v.InferOutput<typeof bindingSchema>;
export type Policy = v.InferOutput<typeof policySchema>;

/** Returns the wanted roles that a policy lacks, with their missing members. */
export function lacking({ bindings }: Policy, wanted: readonly Binding[]): Binding[] {
  return wanted.flatMap(({ role, members }) => {
    const has = bindings
      .filter((one) => one.role === role && !one.condition)
      .flatMap((one) => one.members);
    const missing = members.filter((member) => !has.includes(member));
    return missing.length > 0 ? [{ role, members: missing }] : [];
  });
}
