import { describe, expect, inject, test } from 'vitest';
import { clearDocuments } from '../../stack/clear-documents.ts';
import { loadRules } from '../rules/testing/theirs.ts';
import { askGoogle, googleDatabase } from '../testing/google.ts';
import { play } from '../testing/play.ts';
import { recordedOn, subjects } from '../testing/recorded.ts';
import recordedCodes from '../testing/rules-codes.json' with { type: 'json' };
import { inDatabase, questions, rulesText, seeded } from '../testing/rules-scenarios.ts';

const port = inject('googlePort');

// Two seconds for every lock that is waited for: side by side.
describe.concurrent.each(subjects())(
  'Google’s emulator still answers as recorded on %s',
  (subject) => {
    test.each(recordedOn(subject).map((scenario) => [scenario.title, scenario] as const))(
      '%s',
      async (_, scenario) => {
        const played = await play(scenario, googleDatabase(), (method, request) =>
          askGoogle(port, method, request),
        );
        expect(played).toEqual(scenario);
      },
    );
  },
);

test('the rules are asked the same', async () => {
  const database = googleDatabase();
  const project = database.split('/')[1]!;
  await loadRules({ port, project }, rulesText);
  const codes: [string, number][] = [];
  for (const { title, method, request } of questions) {
    await clearDocuments({ port, projectId: project });
    await askGoogle(port, 'Commit', { database, writes: inDatabase(seeded, database) });
    const outcome = await askGoogle(port, method, inDatabase(request, database), '');
    codes.push([title, 'refused' in outcome ? outcome.refused.code : 0]);
  }
  expect(Object.fromEntries(codes)).toEqual(recordedCodes);
});
