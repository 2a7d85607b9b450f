import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressIn } from './address-in.ts';

const part = fc.oneof(
  fc.stringMatching(/^[\w-]{1,6}$/),
  fc.constantFrom('..', '.', '%2e', 'ä', 'a b', 'a.jpg', '?a=b', '#a', '&', '\\', '@', ''),
);
const path = fc.array(part, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`);

test('the address of any path is the one that URL makes', () => {
  const site = fc.constantFrom(
    ...['https://ledger.test', 'https://ledger.test:8443/', 'http://127.0.0.1:5000/below/'],
  );
  fc.assert(
    fc.property(path, site, (own, origin) => {
      // What begins with two slashes names another site.
      fc.pre(URL.canParse(own, origin));
      expect(addressIn(new URL(origin), own)).toBe(new URL(own, origin).href);
    }),
  );
});

test('so is that of any picture elsewhere', () => {
  const label = fc.oneof(
    fc.stringMatching(/^[a-z\d]{1,4}$/),
    fc.constantFrom('xn--a', 'A', '0x1', '1', 'a-b', '-', 'ä', 'a:8443', 'a@b'),
  );
  const host = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.'));
  const file = fc.constantFrom(
    ...['', '/o/artwork%2Fa.webp', '/%2e%2e/a', '/.%2e', '/a%zz', '/a.b./c', '/a|b', "/a'b"],
  );
  const query = fc.constantFrom('', '?alt=media&token=a-1', '?', '?a b', "?a'b", '?a=%2F#b');
  const site = new URL('https://ledger.test');
  fc.assert(
    fc.property(host, path, file, query, (at, own, name, asked) => {
      const address = `https://${at}${own === '/' ? '' : own}${name}${asked}`;
      fc.pre(URL.canParse(address));
      expect(addressIn(site, address)).toBe(new URL(address).href);
    }),
    { numRuns: 2000 },
  );
  const picture = 'https://pictures.example.com/o/artwork%2Fa.webp?alt=media&token=a-1';
  expect(addressIn(site, picture)).toBe(picture);
});
