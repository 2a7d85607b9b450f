import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Addresses } from './environment.ts';

interface Rewrite {
  readonly function: { readonly functionId: string; readonly region: string };
}

interface Options {
  readonly projectId: string;
  readonly addresses: Addresses;
}

/** What a browser is told of the answer of a function. */
const passedOn = ['content-type', 'cache-control', 'access-control-allow-origin', 'vary'];

/** Answers an address with a function, as Hosting does for what is only read. */
export const passToFunction =
  ({ projectId, addresses }: Options) =>
  ({ function: { functionId, region } }: Rewrite) =>
    Promise.resolve(async ({ url = '/', method = 'GET' }: IncomingMessage, out: ServerResponse) => {
      const address = `${addresses.functions}/${projectId}/${region}/${functionId}`;
      try {
        const answer = await fetch(address + new URL(url, address).search, { method });
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
