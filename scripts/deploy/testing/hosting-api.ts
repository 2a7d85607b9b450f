import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';

export const projectId = 'our-music';
const site = `projects/${projectId}/sites/${projectId}-site`;

interface StoredVersion {
  readonly name: string;
  status: 'CREATED' | 'FINALIZED';
  config: object;
  readonly files: Map<string, string>;
}

class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const refuse = (status: number, message: string): never => {
  throw new Refused(status, message);
};

const shown = ({ name, status, config, files }: StoredVersion) => ({
  name,
  status,
  config,
  ...(files.size > 0 && { fileCount: `${files.size}` }),
});

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const json = (body: Buffer) => JSON.parse(body.toString() || '{}');

/**
 * Starts an emulator of Hosting's REST API with one site, as far as this project and the Firebase
 * CLI use it. It also gives the few answers of other Google services that the CLI needs before a
 * deployment. Tokens come from a token exchange, as with workload identity in a workflow.
 */
export async function startHostingApi() {
  const versions = new Map<string, StoredVersion>();
  const contents = new Map<string, Buffer>();
  const operations = new Map<string, { polls: number; version: StoredVersion }>();
  const seen: string[] = [];
  const token = `token-${randomBytes(8).toString('hex')}`;
  let live: StoredVersion | undefined;
  let releases = 0;
  let failing: ((call: string) => 'before' | 'after' | undefined) | undefined;

  const newVersion = (files: Map<string, string>, config: object): StoredVersion => {
    const name = `${site}/versions/${randomBytes(8).toString('hex')}`;
    const version: StoredVersion = { name, status: 'CREATED', config, files };
    versions.set(name, version);
    return version;
  };
  const versionOf = (name: string): StoredVersion =>
    versions.get(name) ?? refuse(404, `There is no version ${name}`);

  function populate(name: string, files: Record<string, string>): object {
    const version = versionOf(name);
    if (version.status !== 'CREATED') refuse(400, `${name} is finalized`);
    if (Object.keys(files).length > 1_000) refuse(400, 'These are too many files');
    for (const [path, hash] of Object.entries(files)) {
      if (!path.startsWith('/')) refuse(400, `${path} is no path`);
      if (hash === '') version.files.delete(path);
      else if (/^[0-9a-f]{64}$/.test(hash)) version.files.set(path, hash);
      else refuse(400, `${hash} is no hash`);
    }
    const missing = new Set(Object.values(files).filter((hash) => hash && !contents.has(hash)));
    return {
      ...(missing.size > 0 && { uploadRequiredHashes: [...missing] }),
      uploadUrl: `${url}/upload/${name}/files`,
    };
  }

  function upload(path: string, body: Buffer): object {
    const [, name = '', hash = ''] = path.match(/^\/upload\/(.+)\/files\/(\w+)$/) ?? [];
    versionOf(name);
    const real = createHash('sha256').update(body).digest('hex');
    if (real !== hash) refuse(400, `The content hash is ${real}, not ${hash}`);
    contents.set(hash, gunzipSync(body));
    return {};
  }

  function patch(name: string, mask: string, body: Partial<StoredVersion>): object {
    const version = versionOf(name);
    const fields = mask.split(',');
    if (version.status !== 'CREATED') refuse(400, `${name} is finalized`);
    if (fields.includes('config')) version.config = body.config ?? {};
    if (fields.includes('status') && body.status === 'FINALIZED') {
      const missing = [...version.files].find(([, hash]) => !contents.has(hash));
      if (missing) refuse(400, `${missing[0]} was not uploaded`);
      version.status = 'FINALIZED';
    }
    return shown(version);
  }

  function clone(sourceVersion: string, finalize: boolean): object {
    const source = versionOf(sourceVersion);
    if (source.status !== 'FINALIZED') refuse(400, `${sourceVersion} is not finalized`);
    const version = newVersion(new Map(source.files), source.config);
    if (finalize) version.status = 'FINALIZED';
    const name = `projects/${projectId}/operations/${randomBytes(4).toString('hex')}`;
    operations.set(name, { polls: 0, version });
    return { name };
  }

  function poll(name: string): object {
    const operation = operations.get(name) ?? refuse(404, `There is no operation ${name}`);
    operation.polls += 1;
    if (operation.polls < 2) return { name };
    return { name, done: true, response: shown(operation.version) };
  }

  function release(name: string | null): object {
    const version = versionOf(name ?? '');
    if (version.status !== 'FINALIZED') refuse(400, `${name} is not finalized`);
    live = version;
    releases += 1;
    return { name: `${site}/channels/live/releases/${releases}`, version: shown(version) };
  }

  function remove(name: string): object {
    versionOf(name);
    if (live?.name === name) refuse(400, `${name} is live`);
    versions.delete(name);
    return {};
  }

  function hosting(method: string, path: string, query: URLSearchParams, body: Buffer): object {
    const call = `${method} ${path}`;
    if (call === `GET projects/${projectId}/sites`) return { sites: [theSite] };
    if (call === `GET ${site}`) return theSite;
    if (call === `GET ${site}/channels/live`) {
      return live ? { release: { name: 'latest', version: shown(live) } } : {};
    }
    if (call === `POST ${site}/versions`) {
      return shown(newVersion(new Map(), json(body).config ?? {}));
    }
    if (call === `POST ${site}/versions:clone`) {
      const { sourceVersion, finalize } = json(body);
      return clone(sourceVersion, finalize);
    }
    if (call === `POST ${site}/channels/live/releases`) return release(query.get('versionName'));
    if (path.includes('/operations/') && method === 'GET') return poll(path);
    if (path.endsWith(':populateFiles')) {
      return populate(path.replace(':populateFiles', ''), json(body).files);
    }
    if (method === 'PATCH') return patch(path, query.get('updateMask') ?? '', json(body));
    if (method === 'DELETE') return remove(path);
    return refuse(404, `There is nothing at ${call}`);
  }

  function elsewhere(path: string, body: Buffer): object | undefined {
    if (path === '/token') {
      const issued = 'urn:ietf:params:oauth:token-type:access_token';
      return {
        access_token: token,
        issued_token_type: issued,
        token_type: 'Bearer',
        expires_in: 3_600,
      };
    }
    if (path.includes('/services/')) return { state: 'ENABLED' };
    if (path.endsWith(':testIamPermissions')) return { permissions: json(body).permissions };
    if (path === `/v1beta1/projects/${projectId}`) {
      return {
        projectId,
        projectNumber: '1',
        resources: { hostingSite: theSite.name.split('/')[3] },
      };
    }
    if (/\/locations\/-\/(functions|services)$/.test(path)) return {};
    return undefined;
  }

  function answer(request: IncomingMessage, { pathname, searchParams }: URL, body: Buffer): object {
    const { method = 'GET', headers } = request;
    const known = elsewhere(pathname, body);
    if (known) return known;
    // The Firebase CLI never sends its token over plain HTTP.
    const isKnown = [`Bearer ${token}`, 'Bearer owner'].includes(headers.authorization ?? '');
    if (!isKnown) refuse(401, 'Who is this?');
    if (pathname.startsWith('/upload/')) return upload(pathname, body);
    return hosting(method, pathname.replace('/v1beta1/', ''), searchParams, body);
  }

  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '/', url);
    const body = await bodyOf(request);
    const call = `${request.method} ${address.pathname}`;
    if (address.pathname !== '/token') seen.push(call);
    const fault = failing?.(call);
    try {
      if (fault === 'before') refuse(503, 'Try again later');
      const answered = answer(request, address, body);
      if (fault === 'after') refuse(503, 'Nobody knows');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answered));
    } catch (error) {
      const status = error instanceof Refused ? error.status : 500;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: status, message: String(error) } }));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const theSite = { name: site, type: 'DEFAULT_SITE', defaultUrl: `${url}/site` };

  return {
    url,
    token,
    seen,
    live: () => ({
      files: new Map(
        [...(live?.files ?? [])].map(([path, hash]) => [path, `${contents.get(hash)}`]),
      ),
      config: live?.config,
      name: live?.name,
    }),
    deploy: (files: ReadonlyMap<string, string>, config: object) => {
      const hashes = [...files].map(([path, content]): [string, string] => {
        const hash = createHash('sha256').update(gzipSync(content)).digest('hex');
        contents.set(hash, Buffer.from(content));
        return [path, hash];
      });
      const version = newVersion(new Map(hashes), config);
      version.status = 'FINALIZED';
      release(version.name);
    },
    versions: () => versions.size,
    failWhen: (decide: typeof failing) => {
      failing = decide;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export type HostingApiStandIn = Awaited<ReturnType<typeof startHostingApi>>;
