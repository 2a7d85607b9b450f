import { expect, test } from 'vitest';
import { isPlaceholderId, isPlaceholderName } from './placeholders.ts';

const nothing = [
  ...['', ' ', '-', '--', '—', '.', '...', '?', '/', '_', '*', '0', '000000000000', '0.00', '0-00'],
  ...['N/A', 'n/a', 'NA', 'n.a.', '#N/A', '#n/a', '#NV', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!'],
  ...['#####', 'null', 'NULL', 'None', '(none)', '[null]', '<unknown>', '"n/a"', 'Unknown', 'nil'],
  ...[
    'NaN',
    'undefined',
    'TBD',
    'tba',
    'TBC',
    'Not available',
    'pending',
    'k.A.',
    'Ｎ／Ａ',
    'なし',
  ],
  ...['1.23E+12', '1,23E+12', '1.20E+11', '1E+12', '1.2e+12', '1.23E12', '8.6E+11', '-1.2E-05'],
];

test.each(nothing)('[N-INP-04] the id %j names nothing', (id) => {
  expect(isPlaceholderId(id)).toBe(true);
});

test.each([
  ...['c-1', '100', '0a', '007', '190000000001', '12E10', 'E12', 'nah', 'none-of-us', 'unknown1'],
  ...['1e7b9c', 'QZABC2600001', 'dat-night-bus', 'na-1', '1.2.3', 'ハハ'],
])('the id %j is one', (id) => {
  expect(isPlaceholderId(id)).toBe(false);
});

test.each([
  ...['', '-', '--', '…', '?', '???', '0', 'N/A', '#N/A', '#REF!', 'null', 'None', 'Unknown'],
  ...[
    'Unknown Artist',
    'unknown title',
    'Various Artists',
    'TBD',
    '(unknown)',
    'Caf\ufffd',
    '不明',
  ],
])('[N-INP-04] the title or artist %j says nothing', (name) => {
  expect(isPlaceholderName(name)).toBe(true);
});

test.each([
  ...['+', '!!!', '=', '#1', '#selfie', 'C#', 'Ka', 'NA', 'Nil', '100', '0x', 'Zero', '1.23E+12'],
  ...['Unknown Pleasures', 'Nonesuch', 'Why?', 'ハハ', 'Unbekannt'],
])('the title or artist %j is one', (name) => {
  expect(isPlaceholderName(name)).toBe(false);
});
