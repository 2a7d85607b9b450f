import { sentenceOf } from '@datchain/shared/domain/call-wire.ts';

/** What the provider’s codes mean, in words for the screen. */
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

/** The code of a provider's error; empty when it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const accountFields = ['email', 'password'] as const;

/** The fields that a refusal is about: the provider's codes name them. */
export const fieldsOf = (error: unknown): (typeof accountFields)[number][] =>
  accountFields.filter((field) => codeOf(error).includes(field));

/** What to show of a failure (N-EXP-09): our words for it, or `otherwise`; never a library's. */
export const wordsOf = (error: unknown, otherwise: string): string =>
  sentences[codeOf(error)] ?? sentenceOf(error, otherwise);

/**
 * The provider's own message, where a rule asks for it (R-LOG-01, R-REL-16); of any other failure, and where the provider
 * has said nothing, what to show.
 */
export const providerMessage = (error: unknown, otherwise: string): string =>
  isProviders(error) ? error.message : wordsOf(error, otherwise);

/** Whether the provider has answered, and said no. */
export const isProviders = (error: unknown): error is Error =>
  error instanceof Error && /^auth\/(?!network|timeout|internal)/.test(codeOf(error));
