import type { Request } from 'firebase-functions/https';
import { type HttpsFunction, type HttpsOptions, onRequest } from 'firebase-functions/https';
import { place } from '../machines.ts';

type Answer = Parameters<HttpsFunction>[1];
type Handler = (request: Request, response: Answer) => unknown;

interface Defined extends Handler {
  readonly __endpoint: { readonly secretEnvironmentVariables?: unknown };
}

const secretsOf = ({ __endpoint }: Defined): string[] => {
  const secrets = (__endpoint.secretEnvironmentVariables ?? []) as readonly { key: string }[];
  return secrets.map(({ key }) => key);
};

/**
 * Combines several functions into one: each answers requests whose path begins with its name. They share
 * instances, so one cold start serves all, and secrets, so each could read those of the others
 * (docs/decisions/0069). 404: no such name.
 */
export function together(
  machine: HttpsOptions,
  handlers: Readonly<Record<string, Defined>>,
): HttpsFunction {
  const secrets = [...new Set(Object.values(handlers).flatMap(secretsOf))];
  return onRequest({ ...place, ...machine, secrets }, (request, response) => {
    const [, name = ''] = request.path.split('/');
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (handler) return handler(request, response) as Promise<void>;
    response.status(404).json({ error: { status: 'NOT_FOUND', message: 'No such address.' } });
  });
}
