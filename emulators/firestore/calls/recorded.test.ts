import { describe, expect, test } from 'vitest';
import { playLocal } from '../testing/ask.ts';
import { recordedOn, subjects } from '../testing/recorded.ts';

// Side by side: several wait for locks, two seconds each.
describe.concurrent.each(subjects())('as Google’s emulator answered on %s', (subject) => {
  test.each(recordedOn(subject).map((scenario) => [scenario.title, scenario] as const))(
    '%s',
    async (_, scenario) => {
      expect(scenario.steps.some(({ outcome }) => outcome)).toBe(true);
      expect(await playLocal(scenario)).toEqual(scenario);
    },
  );
});
