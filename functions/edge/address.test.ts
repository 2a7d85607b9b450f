import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readVisitorAddress } from './address.ts';

const visitor = '203.0.113.7';
const [hosting, rented] = ['66.249.93.4', '104.198.56.253'];

const request = (forwarded: string | undefined, others: Record<string, string> = {}) =>
  ({
    headers: { ...others, ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
    socket: { remoteAddress: '169.254.1.1' },
  }) as unknown as Parameters<typeof readVisitorAddress>[0];

beforeEach(() => vi.stubEnv('K_SERVICE', 'report'));
afterEach(() => vi.unstubAllEnvs());

describe('[N-PPL-19] limits count the address of the visitor', () => {
  test.each([
    ['by way of Hosting', `${visitor}, ${hosting}`],
    ['by way of Hosting, which kept what the sender wrote', `1.2.3.4, ${visitor}, ${hosting}`],
    ['by way of Hosting, without spaces', `${visitor},${hosting}`],
    ['by way of Hosting over IPv6', `${visitor}, 2607:f8b0:4000::1`],
    ['by way of Hosting, with an address of Hosting forged', `${hosting}, ${visitor}, ${hosting}`],
    ['at the function itself', visitor],
    ['at the function itself, with a forged address', `1.2.3.4, ${visitor}`],
    ['at the function itself, as if by way of Hosting', `${hosting}, ${visitor}`],
    ['at the function itself, in the form of IPv6', `::ffff:${visitor}`],
  ])('a request that comes %s is counted for its visitor', (_way, forwarded) => {
    expect(readVisitorAddress(request(forwarded))).toBe(visitor);
  });

  test('other headers that a sender writes change nothing', () => {
    const forged = {
      'fastly-client-ip': '1.2.3.4',
      'x-forwarded-host': 'datchain.example',
      'x-appengine-user-ip': '1.2.3.4',
      'x-real-ip': '1.2.3.4',
      forwarded: 'for=1.2.3.4',
    };
    expect(readVisitorAddress(request(visitor, forged))).toBe(visitor);
    expect(readVisitorAddress(request(`${visitor}, ${hosting}`, forged))).toBe(visitor);
  });

  test('a rented machine that poses as a front end of Hosting is counted under its own address', () => {
    expect(readVisitorAddress(request(`1.2.3.4, ${rented}`))).toBe(rented);
  });

  test('Hosting itself is counted if it names no address', () => {
    expect(readVisitorAddress(request(hosting))).toBe(hosting);
    expect(readVisitorAddress(request(`nobody, ${hosting}`))).toBe(hosting);
    expect(readVisitorAddress(request(`, ${hosting}`))).toBe(hosting);
  });

  test('the connection is counted if the header has no address', () => {
    for (const forwarded of [undefined, '', ' , ', '1.2.3.4, nonsense', '1.2.3.4, 7']) {
      expect(readVisitorAddress(request(forwarded))).toBe('169.254.1.1');
    }
  });

  test('an IPv6 network counts as one address, because one subscriber has all of it', () => {
    const [one, other] = ['2001:db8:1:2::7', '2001:DB8:1:2:ffff:0:0:9'];
    expect(readVisitorAddress(request(one))).toBe('2001:db8:1:2::/64');
    expect(readVisitorAddress(request(other))).toBe('2001:db8:1:2::/64');
    expect(readVisitorAddress(request(`${other}, ${hosting}`))).toBe('2001:db8:1:2::/64');
    expect(readVisitorAddress(request('2001:db8:1:3::7'))).toBe('2001:db8:1:3::/64');
  });

  test('outside of Cloud Run, where anyone can write the header, the connection is counted', () => {
    vi.stubEnv('K_SERVICE', undefined);
    expect(readVisitorAddress(request(visitor))).toBe('169.254.1.1');
    // The local stack writes the header, as Cloud Run does.
    vi.stubEnv('FUNCTIONS_EMULATOR', 'true');
    expect(readVisitorAddress(request(visitor))).toBe(visitor);
  });
});
