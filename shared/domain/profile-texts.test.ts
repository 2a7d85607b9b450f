import { expect, test } from 'vitest';
import { linkLabel, readProfileLink } from './profile-texts.ts';

test('[N-PPL-06] a profile links only to https pages, and https is added if missing', () => {
  expect(readProfileLink(' ada.example/music ')).toBe('https://ada.example/music');
  expect(readProfileLink('https://ada.example')).toBe('https://ada.example');
  for (const bad of [
    '',
    'http://ada.example',
    'http://ada.example/?https://bo.example',
    'javascript:alert(1)',
    'https://user:pass@ada.example',
    'https://ada.example/"onclick=',
    'https://localhost',
    `https://ada.example/${'x'.repeat(300)}`,
  ]) {
    expect(readProfileLink(bad), bad).toBeUndefined();
  }
});

test.each([
  ['https://www.ada.example/music?a=b', 'ada.example'],
  ['HTTPS://Ada-1.example:8080', 'ada-1.example'],
  ['https://ada.example?www.bo.example', 'ada.example'],
  ['https://ada.example#music', 'ada.example'],
  ['https://awww.example', 'awww.example'],
])('[N-PPL-06] the link %s has the label %s', (link, label) => {
  expect(readProfileLink(link)).toBe(link);
  expect(linkLabel(link)).toBe(label);
});

// Each host has a Cyrillic а.
test.each(['https://аda.example/', 'https://adа.example', 'https://ada.exаmple/music'])(
  '[N-PPL-06] the link %s is refused, because its host looks like another one',
  (link) => {
    expect(readProfileLink(link)).toBeUndefined();
  },
);
