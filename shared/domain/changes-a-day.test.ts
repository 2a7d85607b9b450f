import { expect, test } from 'vitest';
import { checkChanges } from './changes-a-day.ts';
import { DAY_MILLIS } from './time.ts';

test.each(['A preview', 'The facts of a work'] as const)(
  '%s can be changed five times within a day, and again when the first of them is a day old',
  (what) => {
    const changes = [1, 2, 3, 4, 5].map((at) => ({ at }));
    expect(checkChanges(what, changes.slice(1), 6)).toBeUndefined();
    expect(checkChanges(what, changes, DAY_MILLIS)).toMatchObject({
      code: 'resource-exhausted',
      message: `${what} can be changed 5 times a day. Try again tomorrow.`,
    });
    expect(checkChanges(what, changes, DAY_MILLIS + 1)).toBeUndefined();
  },
);
