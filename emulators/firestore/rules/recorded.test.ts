import { describe, expect, it } from 'vitest';
import { compileFirestoreRules } from './compile.ts';
import { keyOfList, keyOfPath, listOf, rulesOfGroup, verdictOf } from './testing/judged.ts';
import { listGroups } from './testing/list-cases.ts';
import { allowsOurs } from './testing/ours.ts';
import { pathCases, pathWorld } from './testing/path-cases.ts';
import { rulesWith } from './testing/questions.ts';
import { readRecorded } from './testing/record.ts';

const recorded = readRecorded();

describe('what a query proves is what it proves to Google’s rules', () => {
  it.each(listGroups.map((group) => [JSON.stringify(group.query), group] as const))(
    '%s',
    (_title, group) => {
      const rules = compileFirestoreRules(rulesOfGroup(group));
      const ask = (collection: string) =>
        allowsOurs(rules, {}, listOf(group, collection), { uid: 'ann' });
      const ours = group.conditions.map((condition, at) => [
        condition,
        verdictOf(ask(`h${at}`), ask(`r${at}`)),
      ]);
      const theirs = group.conditions.map((condition) => [
        condition,
        recorded.lists[keyOfList(group, condition)],
      ]);
      expect(ours).toEqual(theirs);
    },
  );
});

describe('a path is allowed where Google’s rules allow it', () => {
  it.each(pathCases.map((each) => [keyOfPath(each), each] as const))('%s', (key, each) => {
    const rules = compileFirestoreRules(rulesWith(each.blocks, each.version));
    const allowed = allowsOurs(rules, pathWorld, each.question, { uid: 'ann' });
    expect(allowed).toBe(recorded.paths[key]);
  });
});

it('every verdict was recorded, and nothing else', () => {
  const lists = listGroups.flatMap((group) =>
    group.conditions.map((condition) => keyOfList(group, condition)),
  );
  expect(Object.keys(recorded.lists).sort()).toEqual([...new Set(lists)].sort());
  expect(Object.keys(recorded.paths).sort()).toEqual(pathCases.map(keyOfPath).sort());
  for (const verdict of ['holds', 'refuses', 'open']) {
    expect(Object.values(recorded.lists).filter((each) => each === verdict).length).toBeGreaterThan(
      50,
    );
  }
});
