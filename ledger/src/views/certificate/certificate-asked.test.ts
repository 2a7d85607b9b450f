import { expect, test } from 'vitest';
import { certificateHref } from '../page/addresses.ts';
import { certificateAsked } from './certificate-asked.ts';

const asked = (address: string) => certificateAsked(new URL(address, 'https://datchain.test'));

test('the address of a certificate is read back as its DAT and edition', () => {
  expect(certificateHref('dat-0', 7)).toBe('/certificate/dat-0?edition=7');
  expect(asked(certificateHref('dat-0', 7))).toEqual({ datId: 'dat-0', edition: 7 });
  expect(asked(certificateHref('dat-0'))).toEqual({ datId: 'dat-0', edition: undefined });
});

test('an old printed address, with the edition in its path, means the same edition', () => {
  expect(asked('/certificate/dat-0/7')).toEqual({ datId: 'dat-0', edition: 7 });
});

test('tracking parameters in the address change nothing', () => {
  expect(asked('/certificate/dat-0?fbclid=x&edition=7#y')).toEqual({ datId: 'dat-0', edition: 7 });
  expect(asked('/certificate/dat-0?fbclid=x').edition).toBeUndefined();
});

test.each(['seven', '1.5', '-1', '0x7', '7e0', '77777777777'])(
  'an address with the edition %s names no edition',
  (said) => {
    expect(asked(`/certificate/dat-0?edition=${said}`).edition).toBeNaN();
    expect(asked(`/certificate/dat-0/${said}`).edition).toBeNaN();
  },
);
