import { expect, test } from 'vitest';
import { fileReleaseId, summaryReleaseId } from './accept.ts';

test('an artist’s song with the same sound has one id, whatever the case and spaces of its name', () => {
  const id = fileReleaseId('ana', 'Maré Cheia', 'hash');
  expect(id).toMatch(/^mare-cheia-[0-9a-f]{12}$/);
  expect(fileReleaseId('ana', 'maré  CHEIA', 'hash')).toBe(id);
  const others = [
    fileReleaseId('bo', 'Maré Cheia', 'hash'),
    fileReleaseId('ana', 'Mare Cheia', 'hash'),
    fileReleaseId('ana', 'Maré Cheia', 'other'),
    summaryReleaseId('Maré Cheia', 'hash'),
  ];
  expect(new Set([id, ...others]).size).toBe(5);
});

test.each(['', '永遠', '💥', '../../journal', '__proto__', 'a'.repeat(500)])(
  'every name makes an id that is valid in an address: %s',
  (name) => {
    const id = summaryReleaseId(name, 'content');
    expect(id).toMatch(/^[a-z0-9]([a-z0-9-]{0,60})-[0-9a-f]{12}$/);
    expect(id).toMatch(/^[\w-]{1,128}$/);
  },
);
