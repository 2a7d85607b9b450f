import { codeOfStatus } from '@datchain/testing/pure/rule-tables.ts';
import { expect, test } from 'vitest';
import { CallError, codeForHttpStatus, readCallResponse, readErrorSentence } from './call-wire.ts';

const failure = (status: number, text: string) => {
  try {
    readCallResponse(status, text);
  } catch (error) {
    if (error instanceof CallError) return { code: error.code, message: error.message };
    throw error;
  }
  return undefined;
};

const rows: readonly (readonly [status: number, code: string | undefined])[] = [
  ...codeOfStatus,
  [418, 'unknown'],
  [199, 'unknown'],
  [200, undefined],
  [299, undefined],
  [300, 'unknown'],
];

test.each(rows)('[R-CAL-02] the HTTP status %i means the code %s', (status, code) => {
  expect(codeForHttpStatus(status)).toBe(code);
  if (code) expect(failure(status, '{}')?.code).toBe(code);
});

test.each(['', 'not json', '7', '[1]', 'null', '"text"'])(
  '[R-CAL-13] a response of %j is not a valid object',
  (text) => {
    expect(failure(200, text)).toEqual({
      code: 'internal',
      message: 'Response is not valid JSON object.',
    });
  },
);

test('[R-CAL-13] a response without data is refused with a message', () => {
  expect(failure(200, '{}')).toEqual({
    code: 'internal',
    message: 'Response is missing data field.',
  });
});

test('[R-CAL-11] the answer is in data, or in result', () => {
  expect(readCallResponse(200, '{"data":{"url":"x"}}')).toEqual({ url: 'x' });
  expect(readCallResponse(200, '{"result":{"url":"y"}}')).toEqual({ url: 'y' });
  expect(readCallResponse(200, '{"data":null}')).toBeNull();
  expect(readCallResponse(200, '{"error":null,"data":1}')).toBe(1);
});

test.each([
  [new CallError('failed-precondition', 'Finish or cancel first.'), 'Finish or cancel first.'],
  [
    new CallError('internal', 'Response is not valid JSON object.'),
    'Response is not valid JSON object.',
  ],
  [new CallError('internal', 'internal'), 'Listing failed'],
  [new CallError('unavailable', ''), 'Listing failed'],
  [new Error('Stripe link not returned'), 'Stripe link not returned'],
  ['thrown text', 'Listing failed'],
])('the error %j is shown on a screen as: %s', (error, shown) => {
  expect(readErrorSentence(error, 'Listing failed')).toBe(shown);
});

test('[R-CAL-12] an error in the body gives its own code and message, or else the HTTP status its code', () => {
  const body = '{"error":{"status":"FAILED_PRECONDITION","message":"Qty > 0"}}';
  expect(failure(400, body)).toEqual({ code: 'failed-precondition', message: 'Qty > 0' });
  expect(failure(200, body)).toEqual({ code: 'failed-precondition', message: 'Qty > 0' });
  const denied = { code: 'permission-denied', message: 'permission-denied' };
  for (const error of ['{"status":"?","message":""}', '{"message":7}', '"no object"', '[]']) {
    expect(failure(403, `{"error":${error}}`)).toEqual(denied);
  }
  expect(String(new CallError('aborted', 'Try again.'))).toBe('CallError: Try again.');
  const internal = { code: 'internal', message: 'internal' };
  expect(failure(200, '{"error":{"message":""}}')).toEqual(internal);
  const deadline = '{"error":{"status":"deadline_exceeded"}}';
  const late = { code: 'deadline-exceeded', message: 'deadline-exceeded' };
  expect(failure(500, deadline)).toEqual(late);
});
