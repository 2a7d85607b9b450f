import { expect, it } from 'vitest';
import { rulesWith } from '../testing/judge.ts';
import { compileFirestoreRules } from './compile.ts';

interface Reported {
  readonly sourcePosition: { readonly line: number };
  readonly values?: readonly { readonly value: { readonly boolValue?: boolean } }[];
  readonly children?: readonly Reported[];
}

function seenOn(line: number, report: readonly Reported[]): readonly unknown[] {
  return report.flatMap(({ sourcePosition, values = [], children = [] }) => [
    ...(sourcePosition.line === line ? values.map(({ value }) => value.boolValue) : []),
    ...seenOn(line, children),
  ]);
}

it('a report says for each condition whether it has held and refused', () => {
  const rules = compileFirestoreRules(
    rulesWith(`match /c/{id} { allow get: if id == 'a'; }
    match /d/{id} { allow get: if id == 'a'; }`),
  );
  const get = (path: string) => {
    const none = { get: () => undefined };
    const access = rules.accessOf({
      caller: { isAdmin: false, auth: null },
      name: { project: 'demo-rules', database: '(default)' },
      now: 0,
      before: none,
      after: none,
    });
    try {
      access.get(path.split('/'), undefined);
    } catch {
      // Refused: only the report matters.
    }
  };
  const booleansOn = (line: number) => {
    const { report } = rules.coverage() as { readonly report: readonly Reported[] };
    return seenOn(line, report).filter((value) => value !== undefined);
  };
  get('c/a');
  expect([booleansOn(4), booleansOn(5)]).toEqual([[true], []]);
  get('c/b');
  expect([booleansOn(4), booleansOn(5)]).toEqual([[true, false], []]);
});
