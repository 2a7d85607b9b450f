import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FirestoreServer, startFirestoreServer } from '../../server.ts';
import { PROJECT, playRest, type RestAnswer, restCases } from '../testing/rest-cases.ts';

/** What Google's emulator answered; testing/record-rest.ts writes it. */
const { answers: recorded }: { answers: readonly (RestAnswer & { readonly call: string })[] } =
  JSON.parse(readFileSync(new URL('../testing/rest-recorded.json', import.meta.url), 'utf8'));

let server: FirestoreServer;
let answers: readonly RestAnswer[];

beforeAll(async () => {
  server = await startFirestoreServer({ port: 0, projectId: PROJECT });
  answers = await playRest(server.url);
});

afterAll(() => server.close());

test('every case was recorded', () => {
  expect(recorded.map(({ call }) => call)).toEqual(restCases.map(({ call }) => call));
});

describe("answers are those of Google's emulator, or differ as the case says", () => {
  test.each(restCases.map((each, index) => [index, each.call, each.body ?? '', each] as const))(
    '%i %s %s',
    (index, _call, _body, { ours }) => {
      const { call: _, ...google } = recorded[index]!;
      if (!ours) return expect(answers[index]).toEqual(google);
      const { why: __, ...expected } = ours;
      expect(answers[index]).toEqual(expected);
      // A difference that is none any more has to go.
      expect(google).not.toEqual(expected);
    },
  );
});
