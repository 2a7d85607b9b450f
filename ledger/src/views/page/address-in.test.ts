import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressIn } from './address-in.ts';

test('the address of any path is the one that URL makes', () => {
  const part = fc.oneof(
    fc.stringMatching(/^[\w-]{1,6}$/),
    fc.constantFrom('..', '.', '%2e', 'ä', 'a b', 'a.jpg', '?a=b', '#a', '&', '\\', '@', ''),
  );
  const path = fc.array(part, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
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
