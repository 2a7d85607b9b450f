import { readErrorSentence } from '@datchain/shared/domain/call-wire.ts';

const sentences: Readonly<Record<string, string>> = {
  'auth/email-already-in-use': 'This e-mail already has an account.',
  'auth/invalid-email': 'Invalid email format.',
  'auth/weak-password': 'Use at least 6 characters.',
  'auth/password-does-not-meet-requirements': 'Choose a stronger password.',
  'auth/wrong-password': 'Wrong e-mail or password.',
  'auth/invalid-credential': 'Wrong e-mail or password.',
  'auth/user-not-found': 'Wrong e-mail or password.',
  'auth/too-many-requests': 'Too many attempts. Wait 5 minutes.',
};

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const accountFields = ['email', 'password'] as const;

export const findErrorFields = (error: unknown): (typeof accountFields)[number][] =>
  accountFields.filter((field) => codeOf(error).includes(field));

/** Returns the sentence for a failure (N-EXP-09): ours, or `otherwise`; never a library's. */
export const describeError = (error: unknown, otherwise: string): string =>
  sentences[codeOf(error)] ?? readErrorSentence(error, otherwise);

/**
 * Returns the provider's own message, where a rule requires it (R-LOG-01, R-REL-16). For any other
 * failure, returns the sentence to show.
 */
export const providerMessage = (error: unknown, otherwise: string): string =>
  isProviders(error) ? error.message : describeError(error, otherwise);

export const isProviders = (error: unknown): error is Error =>
  error instanceof Error && /^auth\/(?!network|timeout|internal)/.test(codeOf(error));
