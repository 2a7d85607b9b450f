import * as v from 'valibot';
import { isEmail } from '../../domain/sign-up.ts';

export const backToSchema = v.pipe(
  v.string(),
  v.maxLength(500),
  v.regex(/^\/(?![/\\])[\w\-./?=&%~]*$/, 'Must be a path of this site.'),
);

/**
 * The JSON body of a request to /forgotten-password (N-PPL-05). A `next` that is not on this site is dropped
 * (N-FST-07).
 */
export const forgottenPassword = v.strictObject({
  email: v.pipe(v.string(), v.trim(), v.check(isEmail, 'Invalid email format.')),
  next: v.fallback(v.optional(backToSchema), undefined),
});

/** Sends the caller the e-mail that confirms their address; its link leads back to a page (N-PPL-05). */
export const sendConfirmation = {
  name: 'sendConfirmation',
  input: v.strictObject({ backTo: backToSchema }),
  output: v.object({ isConfirmed: v.boolean() }),
} as const;
