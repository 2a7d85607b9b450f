import { describe, expect, test } from 'vitest';
import type { Engine } from './engines.ts';
import { judgeConditions, judgeList, judgePath } from './judge.ts';
import { play } from './play.ts';
import { readVerdicts, recordedOn, subjects } from './recorded.ts';

const { conditions, lists, paths } = readVerdicts();

export function testRecorded(engine: Engine): void {
  // Run concurrently: several scenarios wait two seconds for locks.
  describe.concurrent.each(subjects())('%s is answered as recorded', (subject) => {
    test.each(recordedOn(subject).map((scenario) => [scenario.title, scenario] as const))(
      '%s',
      async (_, scenario) => {
        expect(scenario.steps.some(({ outcome }) => outcome)).toBe(true);
        expect(await play(scenario, await engine(scenario.rules))).toEqual(scenario);
      },
    );
  });

  test('conditions of rules are evaluated as recorded', async () => {
    expect(await judgeConditions(engine, Object.keys(conditions))).toEqual(conditions);
  });

  test.each(Object.entries(lists))(
    'the query %s proves what was recorded of conditions',
    async (query, verdicts) => {
      expect(await judgeList(engine, query, Object.keys(verdicts))).toEqual(verdicts);
    },
  );

  test.each(paths.map((each) => [each.blocks, each.method, each] as const))(
    'rules with %s judge %s as recorded',
    async (_blocks, _method, each) => {
      expect(await judgePath(engine, each)).toBe(each.isAllowed);
    },
  );
}
