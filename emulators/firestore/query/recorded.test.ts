import { expect, test } from 'vitest';
import { askOurs, storedIn } from './testing/answer.ts';
import { readRecorded } from './testing/recorded.ts';
import { questions, world } from './testing/tables.ts';

const project = 'demo-tables';
const documents = storedIn(world, project);
const recorded = readRecorded();

test('every question of the tables was asked of Google’s emulator', () => {
  expect(recorded.map(({ question }) => question)).toEqual(JSON.parse(JSON.stringify(questions)));
});

test.each(recorded.map((row) => [JSON.stringify(row.question), row] as const))(
  'as Google’s emulator answered %s',
  (_, { question, answer }) => {
    expect(askOurs(documents, project, question)).toEqual(answer);
  },
);
