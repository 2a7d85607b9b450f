import { CallError } from '@datchain/shared/domain/call-wire.ts';
import { codeOf, wordsOf } from '../../../lib/calls/error-words.ts';
import type { Failure } from './submission.ts';

/** What the storage's codes mean to someone who waits for an upload. */
const storageSentences: Readonly<Record<string, string>> = {
  'storage/unauthorized': 'The file storage refused the upload.',
  'storage/unauthenticated': 'Please log in first.',
  'storage/quota-exceeded': 'The file storage is full.',
  'storage/retry-limit-exceeded': 'The file storage could not be reached.',
  'storage/unknown': 'The upload was interrupted.',
};

/**
 * An earlier try's files are not there any more: deleted after months without a release, as a rule.
 */
export class UploadsGone extends Error {
  override readonly name = 'UploadsGone';
  constructor() {
    super('The uploaded files are gone. Submit again to upload them again.');
  }
}

/** After these no one knows whether the server has made the release. */
const unsureCodes = ['deadline-exceeded', 'unavailable', 'internal', 'unknown', 'cancelled'];

/** An answer of the server has a sentence of its own; without one, it is a code alone. */
const answered = ({ code, message }: CallError): boolean => message !== '' && message !== code;

/** What to say of an error, and whether the release may have been made all the same. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CallError) {
    const message = error.message || 'The server could not be reached.';
    if (!unsureCodes.includes(error.code)) return { message, mayBeMade: false };
    return { message, mayBeMade: answered(error) ? 'answered' : 'unanswered' };
  }
  const message =
    storageSentences[codeOf(error)] ??
    wordsOf(error, 'The release could not be submitted. Try again.');
  return { message, mayBeMade: false, areUploadsGone: error instanceof UploadsGone };
}
