import { expect, test } from 'vitest';
import { linkLabel, readProfileLink } from './profile-texts.ts';

test('[N-PPL-06] a profile links to https pages alone', () => {
  expect(readProfileLink(' ada.example/music ')).toBe('https://ada.example/music');
  expect(readProfileLink('https://ada.example')).toBe('https://ada.example');
  for (const bad of [
    '',
    'http://ada.example',
    'javascript:alert(1)',
    'https://user:pass@ada.example',
    'https://ada.example/"onclick=',
    'https://localhost',
    `https://ada.example/${'x'.repeat(300)}`,
  ]) {
    expect(readProfileLink(bad), bad).toBeUndefined();
  }
});

test('[N-PPL-06] a link is called by its host, which cannot look like another', () => {
  expect(linkLabel('https://www.ada.example/music?a=b')).toBe('ada.example');
  // A Cyrillic а.
  expect(readProfileLink('https://аda.example/')).toBeUndefined();
});
