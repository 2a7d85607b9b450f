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
export async function heldUsernamePath(lower: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lower));
  const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return docs.heldUsername(hex.toUpperCase());
}

/** `users/{uid}/settings/usernames`: the usernames that a user may take again. */
export const formerUsernamesSchema = v.object({
  names: v.array(v.object({ lower: v.string(), until: count })),
});
