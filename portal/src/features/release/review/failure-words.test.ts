import { CallError } from '@datchain/shared/domain/call-wire.ts';
import { expect, test } from 'vitest';
import { describeFailure, UploadsGone } from './failure-words.ts';

test.each([
  [new CallError('permission-denied', 'Not on the list.'), 'Not on the list.', false],
  [new CallError('deadline-exceeded', 'deadline-exceeded'), 'deadline-exceeded', 'unanswered'],
  [new CallError('unavailable', ''), 'The server could not be reached.', 'unanswered'],
  [new CallError('internal', ''), 'The server could not be reached.', 'unanswered'],
  [new CallError('internal', 'internal'), 'internal', 'unanswered'],
  [
    new CallError('internal', 'The release failed. Try again.'),
    'The release failed. Try again.',
    'answered',
  ],
  [new Error('Something else.'), 'Something else.', false],
  [
    new TypeError('Failed to fetch dynamically imported module'),
    'The release could not be submitted. Try again.',
    false,
  ],
  [
    Object.assign(new Error('Firebase Storage: …'), { code: 'storage/unauthorized' }),
    'The file storage refused the upload.',
    false,
  ],
  [new UploadsGone(), 'The uploaded files are gone. Submit again to upload them again.', false],
])('the failure %j is reported as %j', (error, message, mayBeMade) => {
  expect(describeFailure(error)).toMatchObject({ message, mayBeMade });
});
