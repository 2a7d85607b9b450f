import { expect, test } from 'vitest';
import { FrameReader, frame, MAX_MESSAGE_BYTES } from './frames.ts';
import { encodeMessage, timeoutMs } from './status.ts';

const messages = ['', 'a', 'hello', 'x'.repeat(70_000)].map((text) => Buffer.from(text));
const bytes = Buffer.concat(messages.map((message) => frame(message)));

test.each([1, 3, 5, 6, 1_000, 1_000_000])(
  'messages in pieces of %i bytes are put together',
  (size) => {
    const reader = new FrameReader();
    const read: Buffer[] = [];
    for (let from = 0; from < bytes.length; from += size) {
      read.push(...reader.read(bytes.subarray(from, from + size)));
    }
    expect(read.map(String)).toEqual(messages.map(String));
    expect(reader.isPartial).toBe(false);
  },
);

test('a message that has begun is known to be incomplete', () => {
  const reader = new FrameReader();
  expect(reader.read(bytes.subarray(0, 7))).toHaveLength(1);
  expect(reader.isPartial).toBe(true);
});

test('compressed messages and too long ones are refused', () => {
  expect(() => new FrameReader().read(Buffer.from([1, 0, 0, 0, 1, 7]))).toThrow(
    expect.objectContaining({ code: 12 }),
  );
  const head = Buffer.alloc(5);
  head.writeUInt32BE(MAX_MESSAGE_BYTES + 1, 1);
  expect(() => new FrameReader().read(head)).toThrow(expect.objectContaining({ code: 8 }));
});

test('messages of errors are ASCII in headers', () => {
  expect(encodeMessage('path <\n "a%é🎵" >')).toBe('path <%0A "a%25%C3%A9%F0%9F%8E%B5" >');
});

test.each([
  ['300S', 300_000],
  ['1H', 3_600_000],
  ['2M', 120_000],
  ['15m', 15],
  ['5000u', 5],
  ['1000000n', 1],
  ['', undefined],
  ['123456789S', undefined],
  ['5', undefined],
])('a timeout of %s is %s ms', (header, milliseconds) => {
  expect(timeoutMs(header)).toBe(milliseconds);
});
