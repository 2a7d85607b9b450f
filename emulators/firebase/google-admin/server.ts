import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody, sendJson } from '@datchain/emulators-common/http.ts';
import { host } from '@datchain/emulators-common/local-only.ts';
import { firebaseRoutes, Text } from './firebase-routes.ts';
import { openFront } from './front.ts';
import { functionsRoutes } from './functions-routes.ts';
import { emptyProject, type Project } from './project.ts';
import { Refused } from './refused.ts';
import { Machines } from './revisions.ts';
import { openingRoutes } from './routes.ts';

export interface GoogleAdminOptions {
  readonly project: string;
  readonly number: string;
  readonly domain?: string;
  /**
   * Variables that point the deployed functions at local emulators instead of Google's services.
   */
  readonly network?: Readonly<Record<string, string>>;
}

export interface Seen {
  readonly method: string;
  readonly path: string;
}

const isChange = ({ method, path }: Seen): boolean =>
  method !== 'GET' && !/:(getIamPolicy|testIamPermissions|test)$/.test(path);

/**
 * Starts an emulator of Google's management APIs for one project, as far as this project uses them:
 * Service Usage, Resource Manager, IAM, Firestore, Identity Platform, Secret Manager, Cloud Storage
 * and Hosting. It refuses what they refuse: missing permissions, disabled APIs, and policies
 * changed meanwhile. Long changes are operations that end later.
 */
export async function startGoogleAdmin({
  project: id,
  number,
  domain,
  network,
}: GoogleAdminOptions) {
  let project = emptyProject(id, number, domain);
  const token = `token-${randomUUID()}`;
  // The Firebase CLI sends `owner` instead of its token to a URL without TLS.
  const known = [`Bearer ${token}`, 'Bearer owner'];
  const machines = new Machines(network);
  const routes = [...openingRoutes, ...firebaseRoutes, ...functionsRoutes(machines, () => url)];
  const seen: Seen[] = [];
  const denied = new Set<string>();
  let isBilled = true;
  let dying: ((asked: Seen) => 'before' | 'after' | undefined) | undefined;

  async function answerTo(request: IncomingMessage): Promise<unknown> {
    // For a host that is not Google's, the Firebase CLI puts the database's path after the query.
    const address = (request.url ?? '/').replace(/^\/\?ns=[^/]+/, '');
    const url = new URL(address, 'http://emulator');
    const path = decodeURIComponent(url.pathname.slice(1));
    const [, upload] = /^upload\/(\w+\.zip)$/.exec(path) ?? [];
    if (upload && request.method === 'PUT' && project.live.uploads.has(upload)) {
      project.live.uploads.set(upload, await readBytes(request));
      return {};
    }
    const text = await readBody(request);
    if (path === 'token') {
      const type = 'urn:ietf:params:oauth:token-type:access_token';
      return {
        access_token: token,
        issued_token_type: type,
        token_type: 'Bearer',
        expires_in: 3_600,
      };
    }
    const asked = { method: request.method ?? 'GET', path };
    seen.push(asked);
    if (!known.includes(request.headers.authorization ?? '')) {
      throw new Refused(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    }
    if (![id, number].includes(String(request.headers['x-goog-user-project']))) {
      throw new Refused(403, 'PERMISSION_DENIED', 'Caller may not use this project.', [
        { reason: 'USER_PROJECT_DENIED' },
      ]);
    }
    const operation = /^(?:v1|v2)\/(?:.*\/)?operations\/([\w-]+)$/.exec(path);
    if (operation?.[1]) return project.endOperation(operation[1]);
    for (const route of routes) {
      const parts = route.method === asked.method ? route.path.exec(path) : null;
      if (!parts) continue;
      if (!project.enabled.has(route.service)) {
        const metadata = { service: route.service };
        throw new Refused(
          403,
          'PERMISSION_DENIED',
          `${route.service} has not been used before or it is disabled.`,
          [{ reason: 'SERVICE_DISABLED', metadata }],
        );
      }
      if (denied.has(route.permission)) {
        const metadata = { permission: route.permission };
        throw new Refused(403, 'PERMISSION_DENIED', `Permission '${route.permission}' denied.`, [
          { reason: 'IAM_PERMISSION_DENIED', metadata },
        ]);
      }
      if (route.needsBilling && !isBilled) {
        throw new Refused(
          400,
          'FAILED_PRECONDITION',
          'Billing account for project is not found. Billing must be enabled.',
        );
      }
      const dies = dying?.(asked);
      if (dies === 'before')
        throw new Refused(503, 'UNAVAILABLE', 'The emulator was told to fail.');
      const answer = route.answer({
        project,
        parts: parts.slice(1),
        query: url.searchParams,
        text,
        // Realtime Database rules may have comments, so the body is parsed only on demand.
        get body() {
          return JSON.parse(text || '{}') as Record<string, unknown>;
        },
        isDenied: (permission) => denied.has(permission),
      });
      if (dies === 'after') throw new Refused(503, 'UNAVAILABLE', 'The emulator was told to fail.');
      return answer;
    }
    throw new Refused(404, 'NOT_FOUND', `Nothing is at ${asked.method} /${path}.`);
  }

  const server = createServer((request, response) => {
    answerTo(request).then(
      (answer) =>
        sendJson(response, 200, answer instanceof Text ? answer.text : JSON.stringify(answer)),
      (error: unknown) => {
        const refused =
          error instanceof Refused ? error : new Refused(500, 'INTERNAL', String(error));
        const { code, status, message, details } = refused;
        sendJson(response, code, JSON.stringify({ error: { code, status, message, details } }));
      },
    );
  });
  server.listen(0, host);
  await once(server, 'listening');
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    machines,
    openFront: (port: number) => openFront(port, () => project, machines),
    token,
    get project(): Project {
      return project;
    },
    clear() {
      project = emptyProject(id, number, domain);
    },
    takeChanges: (): Seen[] => seen.splice(0).filter(isChange),
    deny(permission: string, isDenied = true) {
      if (isDenied) denied.add(permission);
      else denied.delete(permission);
    },
    setBilling(is: boolean) {
      isBilled = is;
    },
    failOn(when: typeof dying) {
      dying = when;
    },
    async close() {
      await machines.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export type GoogleAdmin = Awaited<ReturnType<typeof startGoogleAdmin>>;
