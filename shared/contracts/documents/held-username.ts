import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { count } from '../../domain/whole.ts';
import { docs } from '../paths.ts';

/**
 * `heldUsernames/{hash}`: a username was given up and is held back until then, in milliseconds. It is
 * named by its SHA-256 in capitals, as the rules of the database compute it, and says nothing of its
 * user: of somebody who was erased no name is left.
 */
export const heldUsernameSchema = v.object({ until: count });

/** Where a username in lower case is held back. */
export const heldUsernamePath = (lower: string): string =>
  docs.heldUsername(bytesToHex(sha256(utf8ToBytes(lower))).toUpperCase());

/** `users/{uid}/settings/usernames`: the usernames that a user may take again. */
export const formerUsernamesSchema = v.object({
  names: v.array(v.object({ lower: v.string(), until: count })),
});
