import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tries } from '../../testing/tries.ts';
import { type Claim, currentClaim, joinClaims, revisionOf } from './claims.ts';

const claim = (more: Partial<Claim> = {}): Claim => ({
  streams: 1,
  from: 10,
  until: 10,
  file: 'f',
  line: 2,
  lines: 0,
  complete: false,
  settled: true,
  ...more,
});

test('what several files say alike is one claim, from the first of them until the last', () => {
  const [early, late] = [claim({ file: 'a' }), claim({ from: 20, until: 20, file: '0' })];
  const one = claim({ from: 10, until: 20, file: '0' });
  expect(joinClaims([early], [late])).toEqual([one]);
  expect(joinClaims([late], [early])).toEqual([one]);
  const sameTime = claim({ file: 'z' });
  expect(joinClaims([early], [sameTime])).toEqual([sameTime]);
  expect(joinClaims([sameTime], [early])).toEqual([sameTime]);
  const sameFile = claim({ file: 'a', line: 3 });
  expect(joinClaims([early], [sameFile])).toEqual([sameFile]);
  expect(joinClaims([sameFile], [early])).toEqual([sameFile]);
});

describe('of two claims', () => {
  const weightier: [string, Partial<Claim>, Partial<Claim>][] = [
    ['one that a person vouched for', { complete: true }, { lines: 9, until: 99, streams: 9 }],
    ['one that a person vouched for, all else alike', { complete: true }, {}],
    ['the one with more lines, all else alike', { lines: 2 }, { lines: 1 }],
    ['the one with more lines', { lines: 2 }, { lines: 1, until: 99, streams: 9 }],
    ['the one repeated last', { until: 99 }, { streams: 9 }],
    ['the one with more streams', { streams: 2 }, { streams: 1, downloads: 9 }],
    ['the one with more downloads', { downloads: 2 }, { downloads: 1 }],
    ['the one with downloads, be they none', { downloads: 0 }, {}],
  ];
  test.each(weightier)('%s counts, whichever was first', (_what, more, less) => {
    const [heavy, light] = [claim(more), claim(less)];
    for (const claims of [joinClaims([heavy], [light]), joinClaims([light], [heavy])]) {
      expect(claims).toEqual([light, heavy]);
      expect(currentClaim(claims)).toEqual(heavy);
    }
    expect(currentClaim([heavy, light])).toEqual(heavy);
  });

  test('one that is not settled is kept behind and does not count', () => {
    const [open, settled] = [claim({ settled: false }), claim()];
    expect(joinClaims([settled], [open])).toEqual([open, settled]);
    expect(joinClaims([open], [settled])).toEqual([open, settled]);
    const newer = claim({ settled: false, until: 99, streams: 5 });
    expect(currentClaim([settled, newer])).toEqual(settled);
    expect(revisionOf([settled, newer])).toBe(1);
    expect(revisionOf([settled, claim({ streams: 2 }), newer])).toBe(2);
    expect(currentClaim([newer])).toBeUndefined();
    expect(currentClaim([])).toBeUndefined();
  });
});

test('claims are the same joined in any order, and any number of times', () => {
  const few = fc.integer({ min: 0, max: 2 });
  const anyClaim = fc
    .record({
      streams: few,
      downloads: fc.option(few, { nil: undefined }),
      from: few,
      lasting: few,
      file: fc.constantFrom('a', 'b'),
      line: few,
      lines: few,
      complete: fc.boolean(),
      settled: fc.boolean(),
    })
    .map(({ from, lasting, downloads, ...rest }) => ({
      ...rest,
      from,
      until: from + lasting,
      ...(downloads === undefined ? {} : { downloads }),
    }));
  const claims = fc.array(anyClaim, { maxLength: 4 }).map((some) => joinClaims(some, []));
  fc.assert(
    fc.property(claims, claims, claims, (a, b, c) => {
      expect(joinClaims(a, b)).toEqual(joinClaims(b, a));
      expect(joinClaims(joinClaims(a, b), c)).toEqual(joinClaims(a, joinClaims(b, c)));
      expect(joinClaims(joinClaims(a, b), b)).toEqual(joinClaims(a, b));
    }),
    tries(),
  );
});
