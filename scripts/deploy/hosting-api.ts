import * as v from 'valibot';

/** A version of a site: its files and settings. Only finalized versions can be released. */
const versionSchema = v.object({
  name: v.pipe(v.string(), v.regex(/\/versions\/[^/]+$/)),
  config: v.optional(v.record(v.string(), v.unknown()), {}),
  // The API writes 64-bit numbers as strings, and omits zero.
  fileCount: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)), '0'),
});
export type Version = v.InferOutput<typeof versionSchema>;

const sitesSchema = v.object({
  sites: v.optional(v.array(v.object({ name: v.string(), type: v.optional(v.string()) })), []),
});

const channelSchema = v.object({
  release: v.optional(v.object({ version: v.optional(versionSchema) })),
});

const operationSchema = v.object({
  name: v.string(),
  done: v.optional(v.boolean(), false),
  error: v.optional(v.object({ message: v.optional(v.string(), 'no reason given') })),
  response: v.optional(v.unknown()),
});

const wantedSchema = v.object({
  uploadRequiredHashes: v.optional(v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))), []),
  uploadUrl: v.optional(
    v.pipe(v.string(), v.url()),
    'https://upload-firebasehosting.googleapis.com',
  ),
});
export type Wanted = v.InferOutput<typeof wantedSchema>;

export interface HostingAccess {
  readonly projectId: string;
  readonly token: () => Promise<string>;
  /** The origin of the API, if not Google's. */
  readonly origin?: string | undefined;
}

const REQUEST_TIMEOUT_MILLIS = 60_000;
/** The upload timeout; a file may have up to 2 GB. */
const UPLOAD_TIMEOUT_MILLIS = 1_200_000;
const POLL_INTERVAL_MILLIS = 1_000;
const MAX_POLLS = 300;

/**
 * Hosting's REST API (v1beta1), as far as deployments need it. All methods throw on unexpected
 * answers.
 */
export class HostingApi {
  readonly #access: HostingAccess;
  readonly #root: string;

  constructor(access: HostingAccess) {
    this.#access = access;
    this.#root = `${access.origin ?? 'https://firebasehosting.googleapis.com'}/v1beta1/`;
  }

  async #send(
    method: string,
    url: string,
    body?: BodyInit,
    patience = REQUEST_TIMEOUT_MILLIS,
  ): Promise<Response> {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${await this.#access.token()}`,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(patience),
    });
    if (response.ok) return response;
    const words = (await response.text()).slice(0, 500);
    throw new Error(`${method} ${new URL(url).pathname} answered ${response.status}: ${words}`);
  }

  async #ask<T>(
    schema: v.GenericSchema<unknown, T>,
    method: string,
    path: string,
    body?: object,
  ): Promise<T> {
    const text = body && JSON.stringify(body);
    const response = await this.#send(method, this.#root + path, text);
    const parsed = v.safeParse(schema, await response.json());
    if (parsed.success) return parsed.output;
    const { message } = parsed.issues[0];
    throw new Error(`${method} /${path} gave an unexpected answer: ${message}`);
  }

  /** Returns the name of the project's default site. @throws when it has none */
  async defaultSite(): Promise<string> {
    const { projectId } = this.#access;
    const { sites } = await this.#ask(sitesSchema, 'GET', `projects/${projectId}/sites`);
    const site = sites.find(({ type }) => type === 'DEFAULT_SITE');
    if (!site) throw new Error(`The project ${projectId} has no default site`);
    return site.name;
  }

  /** Returns the live version; undefined before the first release. */
  async liveVersion(site: string): Promise<Version | undefined> {
    const { release } = await this.#ask(channelSchema, 'GET', `${site}/channels/live`);
    return release?.version;
  }

  async clone(site: string, { name: sourceVersion }: Version): Promise<Version> {
    const body = { sourceVersion, finalize: false };
    let operation = await this.#ask(operationSchema, 'POST', `${site}/versions:clone`, body);
    for (let polls = 0; !operation.done; polls++) {
      if (polls === MAX_POLLS) throw new Error(`${operation.name} does not finish`);
      await new Promise((resolve) =>
        setTimeout(resolve, Math.min(POLL_INTERVAL_MILLIS, 50 * 2 ** polls)),
      );
      operation = await this.#ask(operationSchema, 'GET', operation.name);
    }
    if (operation.error) throw new Error(`${operation.name}: ${operation.error.message}`);
    return v.parse(versionSchema, operation.response);
  }

  /**
   * Adds files to an unfinalized version, or removes them.
   *
   * @param files by path, each with the SHA-256 of its gzipped content; an empty hash removes the
   * file
   */
  addFiles({ name }: Version, files: Readonly<Record<string, string>>): Promise<Wanted> {
    return this.#ask(wantedSchema, 'POST', `${name}:populateFiles`, { files });
  }

  async upload(url: string, hash: string, gzipped: Uint8Array<ArrayBuffer>): Promise<void> {
    const response = await this.#send(
      'POST',
      `${url}/${hash}`,
      new Blob([gzipped]),
      UPLOAD_TIMEOUT_MILLIS,
    );
    await response.arrayBuffer();
  }

  finalize({ name }: Version, config: Version['config']): Promise<Version> {
    const body = { status: 'FINALIZED', config };
    return this.#ask(versionSchema, 'PATCH', `${name}?updateMask=status,config`, body);
  }

  async release(site: string, { name }: Version, message: string): Promise<void> {
    const path = `${site}/channels/live/releases?versionName=${encodeURIComponent(name)}`;
    await this.#ask(v.object({ name: v.string() }), 'POST', path, { message });
  }

  async remove({ name }: Version): Promise<void> {
    await this.#ask(v.object({}), 'DELETE', name);
  }
}
