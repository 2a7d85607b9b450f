import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Request, Response } from 'express';
import { type Addresses, hostingHeader } from './environment.ts';

interface Rewrite {
  readonly function: { readonly functionId: string; readonly region: string };
}

export type FindFunction = (
  rewrite: Rewrite,
) => Promise<(request: Request, response: Response) => void>;

interface Options {
  readonly projectId: string;
  readonly addresses: Addresses;
}

const passedIn = ['content-type', 'accept', 'authorization'];
const passedOn = [
  'content-type',
  'cache-control',
  'access-control-allow-origin',
  'retry-after',
  'vary',
];

/**
 * Returns the headers that describe the visitor to a function, as Hosting writes them. Reports
 * differ on whether a visitor's own X-Forwarded-For survives; here it does, which is the harder
 * case for a reader.
 */
function visitorHeaders({ headers, socket }: IncomingMessage): Record<string, string> {
  const visitor = socket.remoteAddress ?? '';
  return {
    'x-forwarded-for': [headers['x-forwarded-for'], visitor].filter(Boolean).join(', '),
    'x-forwarded-host': headers.host ?? '',
    'fastly-client-ip': visitor,
    [hostingHeader.name]: hostingHeader.value,
  };
}

export const passToFunction =
  ({ projectId, addresses }: Options): FindFunction =>
  ({ function: { functionId, region } }) =>
    Promise.resolve(async (request: IncomingMessage, out: ServerResponse) => {
      const { url = '/', method = 'GET', headers } = request;
      const address = `${addresses.functions}/${projectId}/${region}/${functionId}`;
      try {
        const body = method === 'GET' || method === 'HEAD' ? null : await buffer(request);
        const { pathname, search } = new URL(url, address);
        const answer = await fetch(address + pathname + search, {
          method,
          headers: {
            ...Object.fromEntries(
              passedIn.flatMap((name) => {
                const value = headers[name];
                return value === undefined ? [] : [[name, String(value)]];
              }),
            ),
            ...visitorHeaders(request),
          },
          body: body && new Uint8Array(body),
        });
        for (const name of passedOn) {
          const value = answer.headers.get(name);
          if (value !== null) out.setHeader(name, value);
        }
        out.statusCode = answer.status;
        out.end(Buffer.from(await answer.arrayBuffer()));
      } catch (error) {
        out.statusCode = 502;
        out.end(`The function cannot be reached: ${error}\n`);
      }
    });
