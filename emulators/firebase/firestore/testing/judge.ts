import { type Engine, isAllowed } from './engines.ts';
import type { Json, Question } from './question.ts';
import type { Verdict, Verdicts } from './recorded.ts';

export const rulesWith = (blocks: string): string => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    ${blocks}
  }
}`;

const int = (value: number): Json => ({ integerValue: String(value) });
const text = (stringValue: string): Json => ({ stringValue });

const put = (path: string, fields: Json): Json => ({
  update: { name: `$DB/documents/${path}`, fields },
});

const fill = <T>(json: T, database: string): T =>
  JSON.parse(JSON.stringify(json).replaceAll('$DB', database));

async function open(engine: Engine, blocks: string, writes: readonly Json[]) {
  const { database, ask } = await engine(rulesWith(blocks));
  const request = fill({ database: '$DB', writes }, database);
  await ask({ method: 'Commit', request });
  return async (question: Question) =>
    isAllowed(await ask({ ...fill(question, database), as: 'ann' }));
}

const facts = put('facts/one', {
  int: int(7),
  whole: { doubleValue: 7 },
  nothing: { nullValue: null },
  time: { timestampValue: '2026-05-04T12:34:56.789Z' },
  reference: { referenceValue: '$DB/documents/facts/one' },
  list: { arrayValue: { values: [int(1), text('two'), { nullValue: null }] } },
  map: {
    mapValue: { fields: { inner: { mapValue: { fields: { deep: { booleanValue: true } } } } } },
  },
  users: { arrayValue: { values: [text('ann'), text('bob')] } },
});

const functions = `
  function facts() { return get(/databases/(default)/documents/facts/one).data; }
  function double(value) { return value + value; }
  function sumOf(a, b) { return a + b; }
  function withLets(value) {
    let once = value + 1;
    let squared = once * once;
    return squared;
  }
  function lazy(value) { return value == 1 || value / 0 == 1; }
  function unused(value) { return true; }
  function failingLet() { let failed = {}.missing; return true; }
  function ofOuter() { return 'c'; }`;

/**
 * Returns the verdict: the condition holds, its negation holds, or neither (it cannot be
 * evaluated).
 */
const verdictOf = (holds: boolean, refuses: boolean): Verdict =>
  holds ? 'true' : refuses ? 'false' : 'error';

export async function judgeConditions(
  engine: Engine,
  conditions: readonly string[],
): Promise<Verdicts['conditions']> {
  const blocks = conditions.map(
    (condition, at) => `
      match /c/c${at} { allow get: if ${condition}; }
      match /b/c${at} { allow get: if !(${condition}); }`,
  );
  const may = await open(engine, [functions, ...blocks].join('\n'), [facts]);
  const get = (path: string) =>
    may({ method: 'GetDocument', request: { name: `$DB/documents/${path}` } });
  const verdicts: [string, Verdict][] = [];
  for (const [at, condition] of conditions.entries()) {
    verdicts.push([condition, verdictOf(await get(`c/c${at}`), await get(`b/c${at}`))]);
  }
  return Object.fromEntries(verdicts);
}

export async function judgeList(
  engine: Engine,
  query: string,
  conditions: readonly string[],
): Promise<Verdicts['lists'][string]> {
  const blocks = conditions.map(
    (condition, at) => `
      match /c${at}/{id} { allow list: if ${condition}; }
      match /b${at}/{id} { allow list: if !(${condition}); }`,
  );
  const may = await open(engine, blocks.join('\n'), []);
  const list = (collectionId: string) => {
    const structuredQuery = { ...JSON.parse(query), from: [{ collectionId }] };
    return may({ method: 'RunQuery', request: { parent: '$DB/documents', structuredQuery } });
  };
  const verdicts: [string, Verdict][] = [];
  for (const [at, condition] of conditions.entries()) {
    verdicts.push([condition, verdictOf(await list(`c${at}`), await list(`b${at}`))]);
  }
  return Object.fromEntries(verdicts);
}

const pathWorld = [
  put('c/a', { x: int(1), y: int(2) }),
  put('c/a/d/b', { x: int(3) }),
  put('d/e', { x: int(4) }),
];

export async function judgePath(
  engine: Engine,
  { blocks, method, request }: Verdicts['paths'][number],
): Promise<boolean> {
  const may = await open(engine, blocks, pathWorld);
  return may({ method, request });
}
