import { codes } from '../contract.ts';
import type { Json, Outcome, Question } from './question.ts';

const timeoutMillis = 20_000;

/**
 * Calls Google's Firestore emulator over REST, whose messages are proto3 JSON like our own.
 * @param port of the emulator on this machine
 * @param bearer `owner` for an admin, otherwise a token of the Auth emulator; empty when signed out
 */
export async function askGoogle(
  port: number,
  { method, request }: Question,
  bearer: string,
): Promise<Outcome> {
  const { verb, path, query, body } = addressOf(method, request);
  const response = await fetch(`http://127.0.0.1:${port}/v1/${encodePath(path)}${query ?? ''}`, {
    method: verb,
    headers: {
      'content-type': 'application/json',
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // Google never answers some calls, such as one with an unknown transaction.
    signal: AbortSignal.timeout(timeoutMillis),
  });
  const json = await response.json();
  const { error } = Array.isArray(json) ? (json.at(-1) ?? {}) : json;
  if (error) return { refused: codes[error.status as keyof typeof codes] };
  return Array.isArray(json) ? { answers: json } : { answer: json };
}

interface Address {
  readonly verb: string;
  readonly path: string;
  readonly query?: string;
  readonly body?: unknown;
}

function addressOf(method: string, request: Json): Address {
  const text = (key: string) => String(request[key] ?? '');
  const without = (...keys: string[]) =>
    Object.fromEntries(Object.entries(request).filter(([key]) => !keys.includes(key)));
  switch (method) {
    case 'GetDocument':
      return { verb: 'GET', path: text('name'), query: queryOf(without('name')) };
    case 'ListDocuments':
      return {
        verb: 'GET',
        path: `${text('parent')}/${text('collectionId')}`,
        query: queryOf(without('parent', 'collectionId')),
      };
    case 'UpdateDocument':
      return {
        verb: 'PATCH',
        path: String((request.document as Json).name),
        query: queryOf(without('document')),
        body: request.document,
      };
    case 'RunQuery':
    case 'ListCollectionIds':
      return { verb: 'POST', path: `${text('parent')}:${lower(method)}`, body: without('parent') };
    default: {
      const verb = method === 'BatchGetDocuments' ? 'batchGet' : lower(method);
      return {
        verb: 'POST',
        path: `${text('database')}/documents:${verb}`,
        body: without('database'),
      };
    }
  }
}

/** Formats query parameters: `mask.fieldPaths=a&mask.fieldPaths=b`. */
function queryOf(request: Json): string {
  const pairs: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) add(name, each);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) add(`${name}.${key}`, inner);
    } else pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  };
  for (const [key, value] of Object.entries(request)) add(key, value);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

const lower = (method: string) => method.charAt(0).toLowerCase() + method.slice(1);

const encodePath = (path: string) =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%3A', ':'))
    .join('/');
