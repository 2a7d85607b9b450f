import * as v from 'valibot';
import { documentId } from '../document-id.ts';

/**
 * An address at which a holder hears the whole song, or saves the upload (N-SND-07). Anyone with it can read the
 * file.
 */
export const getListenLink = {
  name: 'getListenLink',
  input: v.strictObject({
    datId: documentId(128, 'DAT not found'),
    download: v.optional(v.boolean(), false),
  }),
  output: v.object({
    url: v.string(),
    expiresAt: v.number(),
    /** Of the song; 0 while it is not known. */
    seconds: v.number(),
  }),
} as const;
