import { tries } from '@datchain/testing/pure/tries.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Claim, type Claims, countRevisions, currentClaim, joinClaims } from './claims.ts';

const saying = (at: number, file: string, line = 2) => ({ at, file, line });

const claim = (more: Partial<Claim> = {}): Claim => ({
  streams: 1,
  said: [saying(10, 'f')],
  lines: 0,
  complete: false,
  final: true,
  ...more,
});

test('equal statements of several files are one claim, which keeps the first file and the latest ones', () => {
  const [early, late] = [saying(10, 'a'), saying(20, '0')];
  const join = (...sayings: ReturnType<typeof saying>[]) =>
    sayings.map((one) => [claim({ said: [one] })]).reduce<Claims>(joinClaims, []);
  const both = [claim({ said: [early, late] })];
  expect(join(early, late)).toEqual(both);
  expect(join(late, early)).toEqual(both);
  const sameTime = saying(10, 'z');
  expect(join(sameTime, early)).toEqual([claim({ said: [early, sameTime] })]);
  const sameFile = saying(10, 'a', 3);
  expect(join(early, sameFile)).toEqual([claim({ said: [sameFile] })]);
  expect(join(sameFile, early)).toEqual([claim({ said: [sameFile] })]);
  const many = [9, 1, 12, 4, 2, 14, 3, 8, 6, 11, 5, 13, 7, 10].map((at) => saying(at, `f${at}`));
  expect(join(...many).flatMap(({ said }) => said.map(({ at }) => at))).toEqual([
    1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
  ]);
});

describe('two claims', () => {
  const weightier: [string, Partial<Claim>, Partial<Claim>][] = [
    [
      'the one that a person vouched for',
      { complete: true },
      { lines: 9, said: [saying(99, 'f')], streams: 9 },
    ],
    ['the one that a person vouched for, all else alike', { complete: true }, {}],
    ['the one with more lines, all else alike', { lines: 2 }, { lines: 1 }],
    ['the one with more lines', { lines: 2 }, { lines: 1, said: [saying(99, 'f')], streams: 9 }],
    ['the one repeated last', { said: [saying(99, 'f')] }, { streams: 9 }],
    ['the one with more streams', { streams: 2 }, { streams: 1, downloads: 9 }],
    ['the one with more downloads', { downloads: 2 }, { downloads: 1 }],
    ['the one with downloads, even zero', { downloads: 0 }, {}],
  ];
  test.each(weightier)('rank by weight, whichever came first: %s wins', (_what, more, less) => {
    const [heavy, light] = [claim(more), claim(less)];
    for (const claims of [joinClaims([heavy], [light]), joinClaims([light], [heavy])]) {
      expect(claims).toEqual([light, heavy]);
      expect(currentClaim(claims)).toEqual(heavy);
    }
    expect(currentClaim([heavy, light])).toEqual(heavy);
  });

  test('include an unsettled one, which is kept but does not count', () => {
    const [open, counted] = [claim({ final: false }), claim()];
    expect(joinClaims([counted], [open])).toEqual([open, counted]);
    expect(joinClaims([open], [counted])).toEqual([open, counted]);
    const newer = claim({ final: false, said: [saying(99, 'f')], streams: 5 });
    expect(currentClaim([counted, newer])).toEqual(counted);
    expect(countRevisions([counted, newer])).toBe(1);
    expect(countRevisions([counted, claim({ streams: 2 }), newer])).toBe(2);
    expect(currentClaim([newer])).toBeUndefined();
    expect(currentClaim([])).toBeUndefined();
  });
});

test('claims are the same when joined in any order, any number of times', () => {
  const few = fc.integer({ min: 0, max: 2 });
  const anyClaim = fc
    .record({
      streams: few,
      downloads: fc.option(few, { nil: undefined }),
      said: fc.array(fc.record({ at: few, file: fc.constantFrom('a', 'b', 'c'), line: few }), {
        minLength: 1,
        maxLength: 1,
      }),
      lines: few,
      complete: fc.boolean(),
      final: fc.boolean(),
    })
    .map(({ downloads, ...rest }) => ({
      ...rest,
      ...(downloads === undefined ? {} : { downloads }),
    }));
  const claims = fc.array(anyClaim, { maxLength: 6 }).map((some) => joinClaims(some, []));
  fc.assert(
    fc.property(claims, claims, claims, (a, b, c) => {
      expect(joinClaims(a, b)).toEqual(joinClaims(b, a));
      expect(joinClaims(joinClaims(a, b), c)).toEqual(joinClaims(a, joinClaims(b, c)));
      expect(joinClaims(joinClaims(a, b), b)).toEqual(joinClaims(a, b));
    }),
    tries(),
  );
});
