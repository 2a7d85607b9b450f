import { expect, test } from 'vitest';
import { isPress, type Opening } from './came-by-press.ts';

const page = 'https://datchain.com/follow/ada';
const press: Opening = {
  referrer: 'https://datchain.com/profile/ada',
  navigation: { name: page, type: 'navigate' },
  href: page,
  isVisible: true,
};
const isOfAda = (path: string) => path === '/profile/ada';

test('[N-PPL-07] a link pressed on the artist’s own page counts as a press', () => {
  expect(isPress(press, isOfAda)).toBe(true);
});

test.each<[string, Partial<Opening>]>([
  ['a link of another site', { referrer: 'https://evil.example/profile/ada' }],
  [
    'a site that has our name in its own',
    { referrer: 'https://datchain.com.evil.example/profile/ada' },
  ],
  ['a link that hides where it is', { referrer: '' }],
  ['another page of ours', { referrer: 'https://datchain.com/profile/mallory' }],
  ['our site without encryption', { referrer: 'http://datchain.com/profile/ada' }],
  ['a reload', { navigation: { name: page, type: 'reload' } }],
  ['going back', { navigation: { name: page, type: 'back_forward' } }],
  ['a page loaded ahead', { navigation: { name: page, type: 'prerender' } }],
  ['a later screen of the same page', { href: 'https://datchain.com/follow/ben' }],
  ['a tab in the background', { isVisible: false }],
  ['a browser that keeps no navigation', { navigation: undefined }],
])('[N-PPL-07] %s does not count as a press', (_what, other) => {
  expect(isPress({ ...press, ...other }, isOfAda)).toBe(false);
});
