import { describe, expect, test } from 'vitest';
import type { Caller } from '../contract.ts';
import { compileFirestoreRules } from '../rules/compile.ts';
import { askLocal } from '../testing/ask.ts';
import recordedCodes from '../testing/rules-codes.json' with { type: 'json' };
import { inDatabase, questions, rulesText, seeded } from '../testing/rules-scenarios.ts';
import { World } from '../world.ts';

const project = 'demo-rules';
const database = `projects/${project}/databases/(default)`;
const rules = compileFirestoreRules(rulesText);
const nobody: Caller = { isAdmin: false, auth: null };
const codes: Readonly<Record<string, number>> = recordedCodes;

async function codeOf({ method, request }: (typeof questions)[number], isLocked = false) {
  const world = new World({ now: Date.now, rulesOf: () => (isLocked ? undefined : rules) });
  const writes = inDatabase(seeded, database);
  await askLocal(world, project, { method: 'Commit', request: { database, writes } });
  const asked = { method, request: inDatabase(request, database), caller: nobody };
  const outcome = await askLocal(world, project, asked);
  world.close();
  return 'refused' in outcome ? outcome.refused.code : 0;
}

describe('who is signed out is answered as by Google’s emulator', () => {
  test.each(questions.map((question) => [question.title, question] as const))(
    '%s',
    async (title, question) => {
      expect(Object.keys(codes)).toContain(title);
      expect(await codeOf(question)).toBe(codes[title]);
    },
  );
});

test('without rules only an admin gets in', async () => {
  const told = await Promise.all(
    questions
      .filter(({ method }) => method !== 'Commit' && method !== 'BeginTransaction')
      .map((question) => codeOf(question, true)),
  );
  expect(new Set(told)).toEqual(new Set([7]));
  const create = questions.find(({ title }) => title === 'create, then update, is a creation')!;
  expect(await codeOf(create, true)).toBe(7);
});
