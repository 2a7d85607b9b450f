import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Answer, askOurs, type Question, storedIn } from './testing/answer.ts';
import { questions, world } from './testing/tables.ts';

const project = 'demo-tables';
const documents = storedIn(world, project);
const recorded = readFileSync(new URL('./testing/recorded.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): { question: Question; answer: Answer } => JSON.parse(line));

test('every question of the tables was asked of Google’s emulator', () => {
  expect(recorded.map(({ question }) => question)).toEqual(JSON.parse(JSON.stringify(questions)));
});

test.each(recorded.map((row) => [JSON.stringify(row.question), row] as const))(
  'as Google’s emulator answered %s',
  (_, { question, answer }) => {
    expect(askOurs(documents, project, question)).toEqual(answer);
  },
);
