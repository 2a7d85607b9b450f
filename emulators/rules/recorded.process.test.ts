import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes, Refusal, type Segments, type StoredDocument } from '../firestore/contract.ts';
import { compileFirestoreRules } from '../firestore/rules/compile.ts';
import { type FirestoreServer, startFirestoreServer } from '../firestore/server.ts';
import { Documents } from '../storage/rules/documents.ts';
import { fromJson } from './from-json.ts';
import { InvalidRules } from './invalid-rules.ts';
import { Ruleset } from './ruleset.ts';
import { conditions, malformedConditions } from './testing/conditions.ts';
import {
  all,
  claims,
  facts,
  fileWith,
  projectId,
  readVerdicts,
  rulesOf,
  verdict,
} from './testing/verdicts.ts';
import { Timestamp, type Value } from './values.ts';

const recorded = readVerdicts();
let firestore: FirestoreServer;

const storageRules = new Ruleset(
  rulesOf('firebase.storage', '/b/{bucket}/o', 'firestore.get', 'firestore.exists'),
);
const firestoreRules = compileFirestoreRules(
  rulesOf('cloud.firestore', '/databases/{database}/documents', 'get', 'exists'),
);

beforeAll(async () => {
  firestore = await startFirestoreServer({ port: 0, projectId });
  const name = `projects/${projectId}/databases/(default)/documents/facts/one`;
  await fetch(`${firestore.url}/v1/${name}`, {
    method: 'PATCH',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ fields: facts }),
  });
});

afterAll(() => firestore?.close());

/** Asks the rules of the local Storage, which fetch documents from Firestore. */
function askStorage(path: readonly string[]): Promise<boolean> {
  const auth = new Map<string, Value>([
    ['uid', 'ann'],
    ['token', fromJson(claims)],
  ]);
  const request = new Map<string, Value>([
    ['auth', auth],
    ['method', 'get'],
    ['time', new Timestamp(BigInt(Date.now()) * 1_000_000n)],
  ]);
  return new Documents(`127.0.0.1:${firestore.port}`, projectId).compute((find) =>
    storageRules.allows(
      { method: 'get', path: ['b', 'x', 'o', ...path], request, resource: null },
      find,
    ),
  );
}

/** Asks the rules of the local Firestore. */
function askFirestore(path: Segments): boolean {
  const one: StoredDocument = {
    path: ['facts', 'one'],
    fields: facts,
    createTime: 1_000_000,
    updateTime: 1_000_000,
  };
  const view = { get: (path: Segments) => (path.join('/') === 'facts/one' ? one : undefined) };
  const access = firestoreRules.accessOf({
    caller: { isAdmin: false, auth: { uid: 'ann', token: claims } },
    name: { project: projectId, database: '(default)' },
    now: Date.now() * 1000,
    before: view,
    after: view,
  });
  try {
    access.get(path, undefined);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === codes.PERMISSION_DENIED) return false;
    throw error;
  }
}

describe.each(Object.entries(conditions))("our rules and Google's agree on %s", (_name, list) => {
  it.each(list)('%s', async (condition) => {
    const id = `c${all.indexOf(condition)}`;
    const ofFirestore = verdict(askFirestore(['c', id]), askFirestore(['b', id]));
    expect(ofFirestore).toBe(recorded[condition]);
    const ofStorage = verdict(await askStorage(['c', id]), await askStorage(['b', id]));
    expect(ofStorage).toBe(recorded[condition]);
  });
});

describe('neither takes a rules file with a condition that is none', () => {
  it.each(malformedConditions)('%s', (condition) => {
    const path = '/databases/{database}/documents';
    const ofDocuments = fileWith('cloud.firestore', path, condition);
    const ofFiles = fileWith('firebase.storage', '/b/{bucket}/o', condition);
    expect(() => compileFirestoreRules(ofDocuments)).toThrow(InvalidRules);
    expect(() => new Ruleset(ofFiles)).toThrow(InvalidRules);
  });
});

it('the table has conditions that hold, that do not, and that cannot be computed', () => {
  expect(all.length).toBeGreaterThan(120);
  expect(Object.keys(recorded).sort()).toEqual([...all].sort());
  for (const each of ['true', 'false', 'error']) {
    expect(Object.values(recorded).filter((one) => one === each).length).toBeGreaterThan(20);
  }
});
