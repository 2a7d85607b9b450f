import { expect, test } from 'vitest';
import { canonical } from './canonical.ts';
import { certificateLine, proofName } from './certificate-line.ts';

const at = '2026-11-20T09:00:00.000Z';
const line = (seq: number, kind: string, more = {}): string =>
  `${canonical({ seq, at, kind, datId: 'd', ...more })}\n`;
const lines = [
  line(3, 'release', { editions: 20 }),
  line(5, 'sale', { edition: 7, version: 2 }),
  line(6, 'sale', { edition: 8, version: 2 }),
  line(9, 'listing', { edition: 7, version: 3 }),
  line(12, 'resale', { edition: 7, version: 4 }),
  line(15, 'listing', { edition: 7, version: 5 }),
];

test('a certificate rests on the latest sale of its edition, not on its listing', () => {
  expect(certificateLine(lines, 7)).toEqual({ text: lines[4], number: 12, version: 4 });
  expect(certificateLine(lines, 8)).toEqual({ text: lines[2], number: 6, version: 2 });
});

test('[N-FST-06] a certificate rests on the gift by which its edition came to its holder', () => {
  const given = line(18, 'gift', { edition: 7, version: 6 });
  expect(certificateLine([...lines, given], 7)).toEqual({ text: given, number: 18, version: 6 });
  expect(certificateLine([...lines, given], 8)).toEqual({ text: lines[2], number: 6, version: 2 });
});

test('an edition that was never sold rests on the release', () => {
  expect(certificateLine(lines, 1)).toEqual({ text: lines[0], number: 3, version: 1 });
});

test('a certificate can rest on a sale or release from before the journal', () => {
  const opening = [
    line(1, 'opening-release', { editions: 20 }),
    line(2, 'opening-sale', { edition: 7, version: 2 }),
  ];
  expect(certificateLine(opening, 7)).toEqual({ text: opening[1], number: 2, version: 2 });
  expect(certificateLine(opening, 1)).toEqual({ text: opening[0], number: 1, version: 1 });
});

test('an edition without a sale or release in the log has no line, and malformed lines are skipped', () => {
  expect(certificateLine([line(9, 'listing', { edition: 7, version: 3 })], 7)).toBeUndefined();
  expect(certificateLine(['{}\n', '\n', ' {"seq":1}\n'], 7)).toBeUndefined();
});

test('the proof’s file is named after the work, the edition and the version', () => {
  expect(proofName('dat-0', 7, 4)).toBe('dat-0-7-v4.tlog-proof');
});
