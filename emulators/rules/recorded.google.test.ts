import { expect, inject, it } from 'vitest';
import { loadRules } from '../firestore/rules/testing/theirs.ts';
import { askGoogle } from '../firestore/testing/google.ts';
import { malformedConditions } from './testing/conditions.ts';
import {
  all,
  claims,
  facts,
  fileWith,
  projectId,
  readVerdicts,
  recordVerdicts,
  rulesOf,
  type Verdict,
  verdict,
} from './testing/verdicts.ts';

const port = inject('googlePort');
const documents = `projects/${projectId}/databases/(default)/documents`;
const path = '/databases/{database}/documents';
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;

/** Whether the rules let someone look for a document that is not there. */
async function isAllowed(document: string): Promise<boolean> {
  const name = `${documents}/${document}`;
  const outcome = await askGoogle(port, 'GetDocument', { name }, token);
  const code = 'refused' in outcome ? outcome.refused.code : 0;
  if (code !== 5 && code !== 7) throw new Error(`${document} was answered ${code}`);
  return code === 5;
}

async function verdictOf(at: number): Promise<Verdict> {
  const [holds, isBool] = await Promise.all([isAllowed(`c/c${at}`), isAllowed(`b/c${at}`)]);
  return verdict(holds, isBool);
}

it('Google’s emulator still makes of each condition what was recorded', async () => {
  await loadRules({ port, project: projectId }, rulesOf('cloud.firestore', path, 'get', 'exists'));
  const document = { name: `${documents}/facts/one`, fields: facts };
  await askGoogle(port, 'UpdateDocument', { document });
  const verdicts: [string, Verdict][] = [];
  // In groups: one after the other takes long, all at once is more than the emulator takes.
  for (let from = 0; from < all.length; from += 20) {
    const group = all.slice(from, from + 20).map(async (condition, at) => {
      return [condition, await verdictOf(from + at)] as [string, Verdict];
    });
    verdicts.push(...(await Promise.all(group)));
  }
  const now = Object.fromEntries(verdicts);
  if (process.env.DATCHAIN_RECORD === '1') recordVerdicts(now);
  expect(now).toEqual(readVerdicts());
});

it.each(malformedConditions)('it still refuses rules with %s', async (condition) => {
  const rules = fileWith('cloud.firestore', path, condition);
  await expect(loadRules({ port, project: `${projectId}-malformed` }, rules)).rejects.toThrow();
});
