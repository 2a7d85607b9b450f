import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { sendJson } from '@datchain/emulators-common/http.ts';
import { host } from '@datchain/emulators-common/local-only.ts';
import { formatServiceName } from './functions-routes.ts';
import type { Project } from './project.ts';
import type { Machines } from './revisions.ts';

const isOpen = ({ live }: Project, service: string): boolean =>
  live.services
    .get(service)
    ?.policy.bindings.some(
      ({ role, members }) => role === 'roles/run.invoker' && members.includes('allUsers'),
    ) === true;

/**
 * Serves the deployed functions at `/<project>/<region>/<function>/…`. As at Google, a function
 * sees only the path after its own URL, and the first request starts an instance.
 */
export async function openFront(port: number, project: () => Project, machines: Machines) {
  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = '', rest = ''] =
      /^\/[^/]+\/[^/]+\/([^/?]+)(.*)$/.exec(incoming.url ?? '') ?? [];
    const service = formatServiceName(name);
    const to = await machines.portOf(service);
    if (to === undefined) return sendJson(response, 404, '{}');
    if (!isOpen(project(), service)) return sendJson(response, 403, '{}');
    const { method = 'GET', headers, socket } = incoming;
    const address = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
    const passed = request(
      {
        host,
        port: to,
        method,
        path: rest.startsWith('/') ? rest : `/${rest}`,
        headers: { ...headers, 'x-forwarded-for': address },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.once('error', () => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 503, '{}');
    });
    incoming.pipe(passed);
  }
  const server = createServer((incoming, response) => {
    pass(incoming, response).catch((error: Error) => sendJson(response, 500, error.message));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
