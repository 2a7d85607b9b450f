import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { count } from '../../domain/whole.ts';
import { docs } from '../paths.ts';

/**
 * A username that was given up, `heldUsernames/{hash}`, held until this time in milliseconds. The hash is its
 * SHA-256 in capitals, as the database's rules compute it. It does not name its user, so that no name of an
 * erased person stays.
 */
export const heldUsernameSchema = v.object({ until: count });

export const heldUsernamePath = (lower: string): string =>
  docs.heldUsername(bytesToHex(sha256(utf8ToBytes(lower))).toUpperCase());

/** The usernames that a user may take again, `users/{uid}/settings/usernames`. */
export const formerUsernamesSchema = v.object({
  names: v.array(v.object({ lower: v.string(), until: count })),
});
