import { InvalidToken } from '../../identity.ts';
import type { WriteRequest } from '../namespace.ts';
import { InvalidData, NotImplemented, PermissionDenied, StaleData } from '../refusal.ts';

/** The `b` of a client's message. */
export type Body = Readonly<Record<string, unknown>>;
/** The `b` of the answer: a status and its details. */
export type Answer = { s: string; d: unknown };

export function describeError(error: unknown): Answer {
  if (error instanceof PermissionDenied) return { s: 'permission_denied', d: error.message };
  if (error instanceof StaleData) return { s: 'datastale', d: error.message };
  if (error instanceof InvalidToken) return { s: error.code, d: error.message };
  if (error instanceof InvalidData) return { s: 'invalid_data', d: error.message };
  if (error instanceof NotImplemented) return { s: 'not_implemented', d: error.message };
  return { s: 'server_error', d: `The local Realtime Database failed: ${String(error)}` };
}

export function writeRequest(kind: WriteRequest['kind'], body: Body): WriteRequest {
  if (body.h !== undefined) throw new NotImplemented('A transaction');
  return { kind, path: readTextField(body, 'p'), json: body.d };
}

export function asBody(value: unknown): Body {
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}

/** Reads a required string field. @throws InvalidData */
export function readTextField(body: Body, name: string): string {
  const value = body[name];
  if (typeof value === 'string') return value;
  throw new InvalidData(`The message lacks ${name}`);
}
