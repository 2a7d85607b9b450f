import { expect, test } from 'vitest';
import { readForm } from './form.ts';
import { Outbox } from './outbox.ts';

test('a form holds headers and numbered messages', () => {
  const form = new URLSearchParams({
    headers: 'X-Goog-Api-Client:gl-js/\r\nAuthorization:Bearer owner\r\n',
    count: '2',
    ofs: '5',
    req0___data__: '{"a":"&=ü"}',
    req1___data__: '{}',
  });
  const { headers, messages } = readForm(String(form));
  expect(headers.get('authorization')).toBe('Bearer owner');
  expect(messages).toEqual([
    { number: 5, text: '{"a":"&=ü"}' },
    { number: 6, text: '{}' },
  ]);
  expect(readForm('')).toEqual({ headers: new Map(), messages: [] });
});

test.each(['count=1', 'count=-1', 'count=99999999', 'count=x', 'count=1&ofs=x&req0___data__={}'])(
  'the form %s is refused',
  (form) => {
    expect(() => readForm(form)).toThrow(expect.objectContaining({ code: 3 }));
  },
);

test('arrays are kept until the client has them, and lengths are of UTF-16', () => {
  const outbox = new Outbox();
  outbox.add('["🎵"]');
  outbox.add('["b"]');
  outbox.add('["c"]');
  expect(outbox.frameAfter(-1)).toBe('32\n[[0,["🎵"]],[1,["b"]],[2,["c"]]]');
  expect(outbox.frameAfter(1)).toBe('11\n[[2,["c"]]]');
  expect(outbox.frameAfter(2)).toBeUndefined();
  expect(outbox.held).toBe(16);
  outbox.forget(1);
  expect([outbox.held, outbox.lastId]).toEqual([5, 2]);
  expect(outbox.frameAfter(-1)).toBe('11\n[[2,["c"]]]');
});
