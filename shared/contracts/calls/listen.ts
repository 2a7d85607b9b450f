import * as v from 'valibot';
import { documentId } from '../document-id.ts';

/**
 * An address at which a holder of an edition hears the whole song, or with `download` saves the
 * uploaded file (N-SND-07). Anyone with the address can read the file until it expires.
 */
export const getListenLink = {
  name: 'getListenLink',
  input: v.strictObject({
    datId: documentId(128, 'DAT not found'),
    download: v.optional(v.boolean(), false),
  }),
  output: v.object({
    url: v.string(),
    /** In milliseconds. */
    expiresAt: v.number(),
    /** Of the song; 0 while it is not known. */
    seconds: v.number(),
  }),
} as const;
