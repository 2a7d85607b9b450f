import { describe, expect, test } from 'vitest';
import {
  addContributor,
  contributorLists,
  freeContributor,
  mostContributors,
  pickedContributor,
} from './contributors.ts';

const added = (list: Parameters<typeof addContributor>[1], ...tags: string[]) =>
  tags.reduce<ReturnType<typeof addContributor>>(
    (all, tag) => addContributor(all, list, freeContributor(tag)),
    [],
  );
const tagsOf = (...tags: string[]) => added('producers', ...tags).map(({ tag }) => tag);

describe('[R-REL-07] adding to the credits', () => {
  test('trims a name', () => {
    expect(tagsOf('  Joe Castellanos ')).toEqual(['Joe Castellanos']);
  });

  test('ignores an empty name', () => {
    expect(tagsOf('', '   ')).toEqual([]);
  });

  test('ignores a name that is already in the list, in upper or lower case', () => {
    expect(tagsOf('Joe', 'JOE', 'Ruth', ' joe ')).toEqual(['Joe', 'Ruth']);
  });

  test('cuts a name at 50 characters', () => {
    expect(tagsOf('x'.repeat(51))).toEqual(['x'.repeat(50)]);
    expect(tagsOf(`${'x'.repeat(49)} y`)).toEqual(['x'.repeat(49)]);
  });

  test.each(contributorLists.map(({ list, most }) => [list, most] as const))(
    'stops the list of %s at %i',
    (list, most) => {
      const names = Array.from({ length: most + 1 }, (_, index) => `Name ${index}`);
      expect(added(list, ...names).map(({ tag }) => tag)).toEqual(names.slice(0, most));
      expect(mostContributors(list)).toBe(most);
    },
  );

  test('returns the same list object when nothing was added', () => {
    const list = added('producers', 'Joe');
    expect(addContributor(list, 'producers', freeContributor('joe'))).toBe(list);
  });

  test('keeps the account of a picked person, and gives a free name an id that no account has', () => {
    expect(pickedContributor('uid-1', 'MiraHolt')).toEqual({ id: 'uid-1', tag: '@MiraHolt' });
    expect(freeContributor(' Joe ')).toEqual({ id: 'tag:joe', tag: 'Joe' });
    const long = 'x'.repeat(49);
    expect(freeContributor(` ${long} yz`)).toEqual({ id: `tag:${long}`, tag: long });
    const picked = { id: 'uid-1', tag: ` ${long} yz` };
    expect(addContributor([], 'producers', picked)).toEqual([{ id: 'uid-1', tag: long }]);
  });

  test('allows 10 in each list, and 6 record labels', () => {
    expect(contributorLists.map(({ most }) => most)).toEqual([10, 10, 10, 6]);
  });
});

test('[N-INP-15] a contributor typed in decomposed form equals the one in composed form', () => {
  expect(freeContributor('Ine\u0302s')).toEqual(freeContributor('In\u00eas'));
  expect(added('producers', 'In\u00eas', 'INE\u0302S')).toHaveLength(1);
});
