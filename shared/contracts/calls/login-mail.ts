import * as v from 'valibot';
import { isEmail } from '../../domain/sign-up.ts';

/** A page of this site, as its path and query. */
export const backToSchema = v.pipe(
  v.string(),
  v.maxLength(500),
  v.regex(/^\/(?![/\\])[\w\-./?=&%~]*$/, 'Must be a path of this site.'),
);

/**
 * What is sent to /forgotten-password, as JSON (N-PPL-05). `next` is where the new password leads
 * (N-FST-07): an address that is none of this site is left out, the e-mail matters more.
 */
export const forgottenPassword = v.strictObject({
  email: v.pipe(v.string(), v.trim(), v.check(isEmail, 'Invalid email format.')),
  next: v.fallback(v.optional(backToSchema), undefined),
});

/** Sends the caller the e-mail whose link confirms their address and leads back to a page (N-PPL-05). */
export const sendConfirmation = {
  name: 'sendConfirmation',
  input: v.strictObject({ backTo: backToSchema }),
  output: v.object({ isConfirmed: v.boolean() }),
} as const;
