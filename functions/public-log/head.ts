import { logFormat } from '@datchain/shared/domain/public-log/keys.ts';
import { noHash } from '@datchain/shared/domain/public-log/lines.ts';
import { count } from '@datchain/shared/domain/whole.ts';
import * as v from 'valibot';
import type { Data } from '../stores/document-store.ts';

const text = v.string();

/**
 * One of the two files: how many lines it has, the last one's hash, and where the next one goes.
 */
const fileSchema = v.object({ length: count, hash: text, chunk: count });

const headSchema = v.object({
  format: v.literal(logFormat),
  lines: fileSchema,
  checkpoints: fileSchema,
  /** When the last checkpoint was signed; 0 before the first. */
  signedAt: count,
  /** Every key that has signed, oldest first. */
  keys: v.array(v.object({ id: text, publicKey: text })),
  /** A publishing day's payouts, before there is a line about them. */
  payouts: v.object({ day: text, paidCents: count, reversedCents: count }),
});

/** Where the public log stands. Every write to the log replaces this document in the same write. */
export type LogHead = v.InferOutput<typeof headSchema>;
export type LogFile = LogHead['lines'];

const emptyFile: LogFile = { length: 0, hash: noHash, chunk: 1 };

/** @throws when the stored head is invalid: nothing may be published on top of it */
export const readHead = (stored: Data | undefined): LogHead =>
  stored === undefined
    ? {
        format: logFormat,
        lines: emptyFile,
        checkpoints: emptyFile,
        signedAt: 0,
        keys: [],
        payouts: { day: '', paidCents: 0, reversedCents: 0 },
      }
    : v.parse(headSchema, stored);

const chunkSchema = v.object({ text });

/** Lines of one of the files, as they are published. */
export const readChunk = (stored: Data | undefined): string =>
  stored === undefined ? '' : v.parse(chunkSchema, stored).text;
