/** The error codes of callable functions (R-CAL-01, R-CAL-02), for the browser's fetch and the server's tests. */
export type CallErrorCode =
  | 'invalid-argument'
  | 'unauthenticated'
  | 'permission-denied'
  | 'not-found'
  | 'already-exists'
  | 'failed-precondition'
  | 'aborted'
  | 'resource-exhausted'
  | 'cancelled'
  | 'internal'
  | 'unimplemented'
  | 'unavailable'
  | 'deadline-exceeded'
  | 'out-of-range'
  | 'data-loss'
  | 'unknown';

/** A refused or failed call, with the code (R-CAL-02) and the server's unchanged message. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: CallErrorCode;
  constructor(code: CallErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Says whether a browser or a library threw the error: its message is for developers (N-EXP-09). */
const isOfLibrary = ({ name }: Error): boolean => /^(?!(Call|Config)?Error$).*Error$/.test(name);

/** Returns the error's sentence, or `otherwise` if its message is empty, a library's or only a code. */
export function readErrorSentence(error: unknown, otherwise: string): string {
  if (!(error instanceof Error) || error.message === '' || isOfLibrary(error)) return otherwise;
  return error instanceof CallError && error.message === error.code ? otherwise : error.message;
}

const codeByStatus: Readonly<Record<number, CallErrorCode>> = {
  400: 'invalid-argument',
  401: 'unauthenticated',
  403: 'permission-denied',
  404: 'not-found',
  409: 'aborted',
  429: 'resource-exhausted',
  499: 'cancelled',
  500: 'internal',
  501: 'unimplemented',
  503: 'unavailable',
  504: 'deadline-exceeded',
};

/** Maps an HTTP status to a call code (R-CAL-02); undefined for 2xx. */
export const codeForHttpStatus = (status: number): CallErrorCode | undefined =>
  status >= 200 && status < 300 ? undefined : (codeByStatus[status] ?? 'unknown');

const bodyCodes: ReadonlySet<string> = new Set<CallErrorCode>([
  'invalid-argument',
  'unauthenticated',
  'permission-denied',
  'not-found',
  'already-exists',
  'failed-precondition',
  'aborted',
  'resource-exhausted',
  'cancelled',
  'internal',
  'unimplemented',
  'unavailable',
  'deadline-exceeded',
  'out-of-range',
  'data-loss',
  'unknown',
]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bodyError(error: unknown, fallback: CallErrorCode): CallError {
  const given = isObject(error) ? error : {};
  const status = String(given.status).toLowerCase().replaceAll('_', '-');
  const code = bodyCodes.has(status) ? (status as CallErrorCode) : fallback;
  const message = typeof given.message === 'string' && given.message !== '' ? given.message : code;
  return new CallError(code, message);
}

/**
 * Returns a callable's answer from `data`, or from `result` as Firebase callables send it (R-CAL-11).
 *
 * @throws CallError with the body's status and message if it has them (R-CAL-12), else the HTTP status;
 * 'Response is not valid JSON object.' and 'Response is missing data field.' as `internal` (R-CAL-13)
 */
export function readCallResponse(httpStatus: number, text: string): unknown {
  const httpCode = codeForHttpStatus(httpStatus);
  const body = parseJson(text);
  if (isObject(body) && body.error !== undefined && body.error !== null) {
    throw bodyError(body.error, httpCode ?? 'internal');
  }
  if (httpCode) throw new CallError(httpCode, httpCode);
  if (!isObject(body)) throw new CallError('internal', 'Response is not valid JSON object.');
  if ('data' in body) return body.data;
  if ('result' in body) return body.result;
  throw new CallError('internal', 'Response is missing data field.');
}
