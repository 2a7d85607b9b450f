import type { OutgoingHttpHeaders } from 'node:http2';
import type { Refusal } from '../../contract.ts';

export function statusHeaders(refusal: Refusal | undefined): OutgoingHttpHeaders {
  if (!refusal) return { 'grpc-status': '0' };
  return { 'grpc-status': String(refusal.code), 'grpc-message': encodeMessage(refusal.message) };
}

/** Percent-encodes all UTF-8 bytes but printable ASCII, as gRPC requires. */
export function encodeMessage(message: string): string {
  let text = '';
  for (const byte of Buffer.from(message, 'utf8')) {
    const isPlain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
    text += isPlain
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}

const unitsInMillis: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1_000,
  m: 1,
  u: 1e-3,
  n: 1e-6,
};

/** Parses `grpc-timeout`, like `300S`, into milliseconds; undefined if missing or invalid. */
export function timeoutMillis(header: string | readonly string[] | undefined): number | undefined {
  const match = /^(\d{1,8})([HMSmun])$/.exec(String(header ?? ''));
  return match ? Number(match[1]) * unitsInMillis[match[2]!]! : undefined;
}
