import { describe, expect, it } from 'vitest';
import { InvalidRules } from '../../rules/invalid-rules.ts';
import { type Caller, codes, Refusal, type StoredDocument, type View } from '../contract.ts';
import { rulesWith } from '../testing/judge.ts';
import { compileFirestoreRules } from './compile.ts';

const name = { project: 'demo-rules', database: '(default)' };
const nobody: Caller = { isAdmin: false, auth: null };
const nothing: View = { get: () => undefined };
const aDocument = (x: string): StoredDocument => ({
  path: ['c', 'a'],
  fields: { x: { stringValue: x } },
  createTime: 1,
  updateTime: 1,
});

function accessOf(blocks: string, { caller = nobody, now = 0, before = nothing } = {}) {
  return compileFirestoreRules(rulesWith(blocks)).accessOf({
    caller,
    name,
    now,
    before,
    after: before,
  });
}

function refusalOf(work: () => void): Refusal | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return undefined;
}

describe('a refusal', () => {
  it('says that no block matches the path', () => {
    const refusal = refusalOf(() => accessOf('').get(['c', 'a'], undefined));
    expect(refusal?.code).toBe(codes.PERMISSION_DENIED);
    expect(refusal?.message).toBe('No matching allow statements');
  });

  it('explains for each matching statement why it did not allow the request', () => {
    const blocks = `match /c/{id} {
      allow get: if false;
      allow get: if resource.data.y == 1;
      allow list: if true;
      allow read: if 1;
    }`;
    const refusal = refusalOf(() => accessOf(blocks).get(['c', 'a'], aDocument('x')));
    expect(refusal?.message).toBe(
      "\nfalse for 'get' @ L5, Property y is undefined on object. for 'get' @ L6, " +
        "Type error. Received: [int] Expected: [bool]. for 'get' @ L8",
    );
  });
});

describe('the data of rules', () => {
  it('include the time of the request in whole milliseconds', () => {
    const blocks = `match /c/{id} {
      allow get: if request.time == timestamp.value(1);
    }`;
    const access = accessOf(blocks, { now: 1_999 });
    expect(refusalOf(() => access.get(['c', 'a'], undefined))).toBeUndefined();
  });

  it('include up to ten looked-up documents for a list, as in production', () => {
    const look = (count: number) =>
      Array.from({ length: count }, (_, at) => `!exists(/databases/(default)/documents/n/n${at})`);
    const list = (count: number) => {
      const access = accessOf(`match /c/{id} { allow list: if ${look(count).join(' && ')}; }`);
      return refusalOf(() =>
        access.list({ parent: [], collection: 'c', isGroup: false, query: {} }),
      );
    };
    expect(list(10)).toBeUndefined();
    expect(list(11)?.code).toBe(codes.PERMISSION_DENIED);
  });
});

describe('a text that is not a rules file for Firestore is refused', () => {
  it.each([
    '',
    "rules_version = '1'; service cloud.firestore {}",
    'service cloud.firestore {}',
    "rules_version = '2'; service firebase.storage {}",
    rulesWith('match /c/{id} { allow get: if firestore.get(/a/b) == 1; }'),
    rulesWith('match /c/{id} { allow get: if get() == 1; }'),
    rulesWith('match /{x=**}/c/{y=**} { allow get; }'),
  ])('%s', (text) => {
    expect(() => compileFirestoreRules(text)).toThrow(InvalidRules);
  });
});
