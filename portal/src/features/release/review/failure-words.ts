import { CallError } from '@datchain/shared/domain/call-wire.ts';
import { codeOf, describeError } from '../../../lib/calls/error-words.ts';
import type { Failure } from './submission.ts';

const storageSentences: Readonly<Record<string, string>> = {
  'storage/unauthorized': 'The file storage refused the upload.',
  'storage/unauthenticated': 'Please log in first.',
  'storage/quota-exceeded': 'The file storage is full.',
  'storage/retry-limit-exceeded': 'The file storage could not be reached.',
  'storage/unknown': 'The upload was interrupted.',
};

/**
 * Thrown when files of an earlier attempt are gone, usually deleted after months without a release.
 */
export class UploadsGone extends Error {
  override readonly name = 'UploadsGone';
  constructor() {
    super('The uploaded files are gone. Submit again to upload them again.');
  }
}

/** Codes after which the server may have made the release. */
const unsureCodes = ['deadline-exceeded', 'unavailable', 'internal', 'unknown', 'cancelled'];

/**
 * Tells whether the server answered with its own sentence; without one, the message is only a code.
 */
const answered = ({ code, message }: CallError): boolean => message !== '' && message !== code;

export function describeFailure(error: unknown): Failure {
  if (error instanceof CallError) {
    const message = error.message || 'The server could not be reached.';
    if (!unsureCodes.includes(error.code)) return { message, mayBeMade: false };
    return { message, mayBeMade: answered(error) ? 'answered' : 'unanswered' };
  }
  const message =
    storageSentences[codeOf(error)] ??
    describeError(error, 'The release could not be submitted. Try again.');
  return { message, mayBeMade: false, areUploadsGone: error instanceof UploadsGone };
}
