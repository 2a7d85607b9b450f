import * as v from 'valibot';
import { expect, test } from 'vitest';
import { aboutSchema, linksSchema, readProfileTexts } from './profile-texts.ts';

const messages = (schema: typeof aboutSchema | typeof linksSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map(({ message }) => message);

test('[N-PPL-06] a profile text may have 400 characters, and one more is refused', () => {
  expect(v.parse(aboutSchema, ` ${'é'.repeat(400)} `)).toBe('é'.repeat(400));
  expect(messages(aboutSchema, 'x'.repeat(401))).toEqual([
    'Write at most 400 characters about yourself.',
  ]);
});

test('[N-PPL-06] five links are accepted, https is added if missing, and a sixth or a duplicate is refused', () => {
  const five = Array.from({ length: 5 }, (_, index) => `https://a${index}.example`);
  expect(v.parse(linksSchema, five)).toEqual(five);
  expect(v.parse(linksSchema, ['ada.example'])).toEqual(['https://ada.example']);
  expect(messages(linksSchema, [...five, 'https://b.example'])).toEqual([
    'Link to at most 5 pages.',
  ]);
  expect(messages(linksSchema, ['https://b.example', 'b.example'])).toEqual([
    'Give each address once.',
  ]);
});

test('[N-PPL-06] a stored profile text is cut to 400 characters, and unsafe links are left out', () => {
  expect(readProfileTexts(undefined)).toEqual({ about: '', links: [] });
  expect(readProfileTexts({ username: 'ada' })).toEqual({ about: '', links: [] });
  const stored = {
    about: `${'😀'.repeat(500)}`,
    links: ['javascript:alert(1)', 'https://a.example', 7],
  };
  expect(readProfileTexts(stored)).toEqual({
    about: '😀'.repeat(400),
    links: ['https://a.example'],
  });
});

test.each([
  'http://b.example',
  'https://user:pw@a.test/',
  'https://exаmple.com/',
  'https://a',
  'no',
])(
  '[N-PPL-06] the link %s is refused with an example of a good one, not with a wrong reason',
  (link) => {
    expect(messages(linksSchema, [link])).toEqual([
      'Give the address of a page, such as https://example.com/you.',
    ]);
  },
);
