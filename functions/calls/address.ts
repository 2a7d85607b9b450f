import type { Request } from 'firebase-functions/https';

/**
 * Where a request comes from. Google's front end, the only way to a deployed function, puts the
 * address of the client that connected to it at the end of X-Forwarded-For; anything before it was
 * sent by the client. Elsewhere anyone can set the header, so the connection counts.
 */
export function addressOf({ headers, socket }: Pick<Request, 'headers' | 'socket'>): string {
  const header = process.env.K_SERVICE === undefined ? undefined : headers['x-forwarded-for'];
  const last = String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return last || (socket.remoteAddress ?? 'unknown');
}
