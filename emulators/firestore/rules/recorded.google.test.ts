import { beforeAll, expect, inject, it } from 'vitest';
import { keyOfList, keyOfPath, listOf, rulesOfGroup, verdictOf } from './testing/judged.ts';
import { listGroups } from './testing/list-cases.ts';
import { pathCases, pathWorld } from './testing/path-cases.ts';
import { rulesWith } from './testing/questions.ts';
import { type Recorded, readRecorded, type Verdict, writeRecorded } from './testing/record.ts';
import { allowStopper, allowsTheirs, loadRules, loadWorld, type Oracle } from './testing/theirs.ts';

// The name of the project is in the queries of the table.
const project = 'demo-rules';
const oracle: Oracle = { port: inject('googlePort'), project };

beforeAll(() => loadWorld(oracle, pathWorld));

async function askLists(): Promise<Recorded['lists']> {
  const verdicts: [string, Verdict][] = [];
  for (const group of listGroups) {
    await loadRules(oracle, rulesOfGroup(group));
    for (const [at, condition] of group.conditions.entries()) {
      const [holds, refuses] = await Promise.all(
        [`h${at}`, `r${at}`].map((name) => allowsTheirs(oracle, listOf(group, name), 'ann')),
      );
      verdicts.push([keyOfList(group, condition), verdictOf(holds, refuses)]);
    }
  }
  return Object.fromEntries(verdicts);
}

async function askPaths(): Promise<Recorded['paths']> {
  const answers: [string, boolean][] = [];
  for (const each of pathCases) {
    await loadRules(oracle, rulesWith(`${each.blocks} ${allowStopper}`, each.version));
    const allowed = await allowsTheirs(oracle, each.question, 'ann');
    if (allowed === undefined) throw new Error(`Refused: ${keyOfPath(each)}`);
    answers.push([keyOfPath(each), allowed]);
  }
  return Object.fromEntries(answers);
}

it('Google’s rules still answer as was recorded', async () => {
  const now = { lists: await askLists(), paths: await askPaths() };
  if (process.env.DATCHAIN_RECORD === '1') writeRecorded(now);
  expect(now).toEqual(readRecorded());
});
