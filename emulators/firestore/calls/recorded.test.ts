import { describe, expect, test } from 'vitest';
import { askLocal } from '../testing/ask.ts';
import { play } from '../testing/play.ts';
import { recordedOn, subjects } from '../testing/recorded.ts';
import { World } from '../world.ts';

const project = 'demo-recorded';
const database = `projects/${project}/databases/(default)`;

// Side by side: several wait for locks, two seconds each.
describe.concurrent.each(subjects())('as Google’s emulator answered on %s', (subject) => {
  test.each(recordedOn(subject).map((scenario) => [scenario.title, scenario] as const))(
    '%s',
    async (_, scenario) => {
      const world = new World({ now: Date.now, rulesOf: () => undefined });
      const played = await play(scenario, database, (method, request) =>
        askLocal(world, project, { method, request }),
      );
      world.close();
      expect(scenario.steps.some(({ outcome }) => outcome)).toBe(true);
      expect(played).toEqual(scenario);
    },
  );
});
