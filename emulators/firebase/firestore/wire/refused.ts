import { InvalidToken } from '../../identity.ts';
import { type Code, codes, Refusal } from '../contract.ts';

/**
 * Turns any error into a refusal for the client. Anything but a refusal or an invalid token is a
 * bug of the emulator: it is printed, and answered as INTERNAL.
 */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof InvalidToken) return new Refusal(codes.UNAUTHENTICATED, error.message);
  console.error(error);
  const what = error instanceof Error ? error.message : String(error);
  return new Refusal(codes.INTERNAL, `The local Firestore failed: ${what}`);
}

export function statusName(code: Code): string {
  for (const [name, number] of Object.entries(codes)) if (number === code) return name;
  return 'UNKNOWN';
}

const httpStatuses: Readonly<Record<Code, number>> = {
  [codes.CANCELLED]: 499,
  [codes.INVALID_ARGUMENT]: 400,
  [codes.DEADLINE_EXCEEDED]: 504,
  [codes.NOT_FOUND]: 404,
  [codes.ALREADY_EXISTS]: 409,
  [codes.PERMISSION_DENIED]: 403,
  [codes.RESOURCE_EXHAUSTED]: 429,
  [codes.FAILED_PRECONDITION]: 400,
  [codes.ABORTED]: 409,
  [codes.UNIMPLEMENTED]: 501,
  [codes.INTERNAL]: 500,
  [codes.UNAVAILABLE]: 503,
  [codes.UNAUTHENTICATED]: 401,
};

/** Formats the error for REST and WebChannel: always a single object. */
export function errorBody({ code, message }: Refusal): {
  readonly error: { readonly code: number; readonly message: string; readonly status: string };
} {
  return { error: { code: httpStatuses[code], message, status: statusName(code) } };
}
