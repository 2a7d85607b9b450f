import { hash } from 'node:crypto';
import { plainCoinFiles } from '@datchain/testing/pure/coin-files.ts';
import { listText, readSoundList } from '@datchain/testing/pure/coin-list.ts';
import { areSomeTries, tries } from '@datchain/testing/pure/tries.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coinsFile } from './coin-days.ts';
import { coinDigits, listPrefixes, readCoinFile, splitCoinFile } from './coin-files.ts';
import { writeCoinFiles } from './write-coin-files.ts';

const DAY = '2026-11-20';

const lines = fc
  .uniqueArray(fc.stringMatching(/^[0-9a-f]{4}$/), { maxLength: 80 })
  .map((begins) => begins.map((begin) => `${begin.padEnd(64, '7')} USD 70\n`));
const lists = fc.record({ lines, digits: fc.integer({ min: 0, max: 2 }) });

const filesOf = (text: string, digits: number) => [...plainCoinFiles(DAY, text, digits).values()];

test('[N-JOB-04] the number of digits follows the number of coins: at most 64 a file on average', () => {
  expect([0, 1, 64, 65, 1_024, 1_025, 16_384, 262_144, 1_130_000].map(coinDigits)).toEqual([
    0, 0, 0, 1, 1, 2, 2, 3, 4,
  ]);
  expect([...listPrefixes(0)]).toEqual(['']);
  expect([...listPrefixes(1)].join('')).toBe('0123456789abcdef');
  expect([...listPrefixes(2)].at(-1)).toBe('ff');
});

test('[N-JOB-04] each file is proven by itself, and all without their heads are the whole list', () => {
  fc.assert(
    fc.property(lists, ({ lines: all, digits }) => {
      const text = listText(all);
      const list = readSoundList(text);
      const files = filesOf(text, digits);
      expect(files).toHaveLength(16 ** digits);
      expect(files.map((file) => splitCoinFile(file).lines).join('')).toBe(text);
      let start = 0;
      for (const file of files) {
        const found = readCoinFile(file, list);
        expect(found?.start).toBe(start);
        expect(found?.lines.join('')).toBe(splitCoinFile(file).lines);
        start += found?.lines.length ?? 0;
      }
    }),
    tries(),
  );
});

test('[N-JOB-04] a file with another byte, or of another list, is refused', () => {
  let refused = 0;
  fc.assert(
    fc.property(lists, fc.nat(), fc.nat(), ({ lines: all, digits }, which, at) => {
      const text = listText(all);
      const list = readSoundList(text);
      const files = filesOf(text, digits);
      const file = files[which % files.length] ?? '';
      // Where an empty file stands means nothing.
      if (splitCoinFile(file).lines === '') return;
      const place = at % file.length;
      const other = file[place] === '1' ? '2' : '1';
      expect(readCoinFile(`${file.slice(0, place)}${other}${file.slice(place + 1)}`, list)).toBe(
        undefined,
      );
      expect(readCoinFile(file.slice(0, place), list)).toBe(undefined);
      const more = readSoundList(listText([...all, `${'f'.repeat(64)} USD 70\n`]));
      expect(readCoinFile(file, more)).toBe(undefined);
      refused += 1;
    }),
    tries(),
  );
  if (!areSomeTries()) expect(refused).toBeGreaterThan(50);
});

test('[N-JOB-04] a file without one of its lines is refused, wherever the others stand', () => {
  const all = ['0a', '0b', '1c', '1d'].map((begin) => `${begin.padEnd(64, '7')} TOKEN 5\n`);
  const list = readSoundList(listText(all));
  const [first = '', second = ''] = filesOf(listText(all), 1);
  for (const file of [first, second]) {
    const { head, lines: own } = splitCoinFile(file);
    const [one = '', two = ''] = own.match(/.+\n/g) ?? [];
    for (const wrong of [one, two, two + one, own + one, '', `${own}\n`, own.slice(0, -1)]) {
      expect(readCoinFile(head + wrong, list)).toBe(undefined);
    }
    for (const index of ['', '-1', '01', '1e0', '99', '9007199254740993']) {
      expect(readCoinFile(file.replace(/^\d+/, index), list)).toBe(undefined);
    }
    expect(readCoinFile(file.replace(' ', ' 00 '), list)).toBe(undefined);
    expect(readCoinFile(file.replace(' ', '  '), list)).toBe(undefined);
  }
});

test('a list without coins has one file, with a head and nothing else', () => {
  const list = readSoundList('');
  expect(filesOf('', 0)).toEqual(['0\n']);
  expect(readCoinFile('0\n', list)).toEqual({ start: 0, lines: [] });
  expect(readCoinFile('', list)).toBe(undefined);
});

test('[N-JOB-04] a list that comes in parts is written as those files, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 1_100 }),
      fc.integer({ min: 1, max: 500 }),
      async (count, perPart) => {
        const hashes = Array.from({ length: count }, (_, at) => hash('sha256', `${at}`));
        const text = listText(hashes.map((each) => `${each} USD 70\n`));
        const size = perPart * 72;
        async function* read() {
          for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
        }
        const written = new Map<string, string>();
        const digits = await writeCoinFiles(read, (prefix, file) =>
          written.set(coinsFile(DAY, prefix), file),
        );
        expect(digits).toBe(coinDigits(count));
        expect([...written]).toEqual([...plainCoinFiles(DAY, text, digits)]);
      },
    ),
    tries(5, 100),
  );
});
