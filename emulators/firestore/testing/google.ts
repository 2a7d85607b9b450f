/** What a call was answered with: `answer` of one, `answers` of several, or a refusal. */
export type Outcome =
  | { readonly answer: unknown }
  | { readonly answers: readonly unknown[] }
  | { readonly refused: { readonly code: number; readonly message: string } };

type Json = Readonly<Record<string, unknown>>;

const patienceMs = 20_000;

const names = [
  ...['OK', 'CANCELLED', 'UNKNOWN', 'INVALID_ARGUMENT', 'DEADLINE_EXCEEDED', 'NOT_FOUND'],
  ...['ALREADY_EXISTS', 'PERMISSION_DENIED', 'RESOURCE_EXHAUSTED', 'FAILED_PRECONDITION'],
  ...['ABORTED', 'OUT_OF_RANGE', 'UNIMPLEMENTED', 'INTERNAL', 'UNAVAILABLE', 'DATA_LOSS'],
  'UNAUTHENTICATED',
];

/**
 * Asks Google's Firestore emulator over REST, where messages are proto3 JSON as they are in our
 * own calls.
 * @param port of the emulator on this machine
 * @param bearer `owner` for an admin, else a token of the Auth emulator; none is signed out
 */
export async function askGoogle(
  port: number,
  method: string,
  request: Json,
  bearer: string | undefined = 'owner',
): Promise<Outcome> {
  const { verb, path, query, body } = addressOf(method, request);
  const response = await fetch(`http://127.0.0.1:${port}/v1/${encodePath(path)}${query ?? ''}`, {
    method: verb,
    headers: {
      'content-type': 'application/json',
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // It never answers some calls, such as one that names a transaction it does not know.
    signal: AbortSignal.timeout(patienceMs),
  });
  return outcomeOf(await response.text());
}

let databases = 0;

/** A database of Google's emulator that nothing was asked of yet. */
export function googleDatabase(): string {
  databases += 1;
  return `projects/demo-${process.pid}-${Date.now()}-${databases}/databases/(default)`;
}

function outcomeOf(text: string): Outcome {
  const json: unknown = JSON.parse(text);
  const error = errorIn(Array.isArray(json) ? json.at(-1) : json);
  if (error) return { refused: { code: names.indexOf(error.status), message: error.message } };
  return Array.isArray(json) ? { answers: json } : { answer: json };
}

function errorIn(json: unknown): { status: string; message: string } | undefined {
  if (typeof json !== 'object' || json === null || !('error' in json)) return undefined;
  const { status, message } = json.error as { status: string; message: string };
  return { status, message };
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
    case 'CreateDocument':
      return {
        verb: 'POST',
        path: `${text('parent')}/${text('collectionId')}`,
        query: queryOf(without('parent', 'collectionId', 'document')),
        body: request.document,
      };
    case 'UpdateDocument':
      return {
        verb: 'PATCH',
        path: String((request.document as Json).name),
        query: queryOf(without('document')),
        body: request.document,
      };
    case 'DeleteDocument':
      return { verb: 'DELETE', path: text('name'), query: queryOf(without('name')) };
    case 'RunQuery':
    case 'RunAggregationQuery':
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

/** Parameters of an address: `mask.fieldPaths=a&mask.fieldPaths=b`. */
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
