import type { IncomingMessage, ServerResponse } from 'node:http';

const maxBodyBytes = 1_000_000;

export class BodyTooLarge extends Error {}

/** Reads a request's body as text, up to 1 MB. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > maxBodyBytes) throw new BodyTooLarge('The request body is larger than 1 MB.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

export function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // No form-action: it would also forbid the redirect back to the shop after a form.
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'",
    'referrer-policy': 'no-referrer',
  });
  response.end(html);
}

export function sendOn(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' });
  response.end();
}
