import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes, Refusal, type Segments, type StoredDocument } from '../firestore/contract.ts';
import { compileFirestoreRules } from '../firestore/rules/compile.ts';
import {
  type GoogleEmulator,
  hasGoogleEmulator,
  startGoogleEmulator,
} from '../firestore/testing/google-emulator.ts';
import { Documents } from '../storage/rules/documents.ts';
import { fromJson } from './from-json.ts';
import { InvalidRules } from './invalid-rules.ts';
import { Ruleset } from './ruleset.ts';
import { conditions, functionsFor, malformedConditions } from './testing/conditions.ts';
import { Timestamp, type Value } from './values.ts';

const projectId = 'demo-rules-language';
const all = Object.values(conditions).flat();

const claims = {
  aud: projectId,
  sub: 'ann',
  user_id: 'ann',
  iat: 0,
  exp: 3600,
  facts: { number: 7, fraction: 7.5, nothing: null, list: ['a', 'b'] },
};
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;

/** A document with a value of each type, as the REST API writes it. */
const facts = {
  int: { integerValue: '7' },
  whole: { doubleValue: 7 },
  nothing: { nullValue: null },
  bytes: { bytesValue: 'YWJj' },
  time: { timestampValue: '2026-05-04T12:34:56.789Z' },
  place: { geoPointValue: { latitude: 1.5, longitude: -2.5 } },
  reference: {
    referenceValue: `projects/${projectId}/databases/(default)/documents/facts/one`,
  },
  list: {
    arrayValue: { values: [{ integerValue: '1' }, { stringValue: 'two' }, { nullValue: null }] },
  },
  map: {
    mapValue: { fields: { inner: { mapValue: { fields: { deep: { booleanValue: true } } } } } },
  },
  users: { arrayValue: { values: [{ stringValue: 'ann' }, { stringValue: 'bob' }] } },
};

/** Each condition, and beside it whether it comes to true or false at all: an error is neither. */
const blocks = (translate: (condition: string) => string): string =>
  all
    .map(
      (condition, at) => `
        match /c/c${at} { allow get: if ${translate(condition)}; }
        match /b/c${at} { allow get: if (${translate(condition)}) is bool; }`,
    )
    .join('\n');

const rulesOf = (service: string, path: string, lookUp: string, exists: string) => `
rules_version = '2';
service ${service} {
  match ${path} {
    ${functionsFor(lookUp)}
    function ofOuter() { return 'c'; }
    ${blocks((condition) => condition.replace(/(?<![\w.])exists\(/g, `${exists}(`).replace(/(?<![\w.])get\(/g, `${lookUp}(`))}
  }
}`;

let emulator: GoogleEmulator;
let theirs: string[];
let ofStorage: string[];
let ofFirestore: string[];

async function send(path: string, method: string, body?: unknown, as = 'owner') {
  return fetch(`http://127.0.0.1:${emulator.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

const fileWith = (service: string, path: string, condition: string) => `
rules_version = '2';
service ${service} {
  match ${path} {
    function facts() { return {'list': [1]}; }
    match /c/one { allow get: if ${condition}; }
  }
}`;

const load = (content: string) =>
  send(`/emulator/v1/projects/${projectId}-malformed:securityRules`, 'PUT', {
    rules: { files: [{ content }] },
  });

const documents = `/v1/projects/${projectId}/databases/(default)/documents`;
const verdict = (holds: boolean, isBool: boolean) => (holds ? 'true' : isBool ? 'false' : 'error');

async function askGoogle(): Promise<string[]> {
  const content = rulesOf('cloud.firestore', '/databases/{database}/documents', 'get', 'exists');
  const loaded = await send(`/emulator/v1/projects/${projectId}:securityRules`, 'PUT', {
    rules: { files: [{ content }] },
  });
  if (!loaded.ok) throw new Error(await loaded.text());
  const ask = async (path: string) => {
    const { status } = await send(`${documents}/${path}`, 'GET', undefined, token);
    if (status !== 404 && status !== 403) throw new Error(`${path} was answered ${status}`);
    return status === 404;
  };
  const verdicts: string[] = [];
  // In groups: one after the other takes long, all at once is more than the emulator takes.
  for (let from = 0; from < all.length; from += 20) {
    const group = all.slice(from, from + 20).map(async (_, at) => {
      const [holds, isBool] = await Promise.all([ask(`c/c${from + at}`), ask(`b/c${from + at}`)]);
      return verdict(holds, isBool);
    });
    verdicts.push(...(await Promise.all(group)));
  }
  return verdicts;
}

/** The rules of the local Storage, which fetch documents from Firestore. */
function askStorage(): Promise<string[]> {
  const rules = new Ruleset(
    rulesOf('firebase.storage', '/b/{bucket}/o', 'firestore.get', 'firestore.exists'),
  );
  const auth = new Map<string, Value>([
    ['uid', 'ann'],
    ['token', fromJson(claims)],
  ]);
  const request = new Map<string, Value>([
    ['auth', auth],
    ['method', 'get'],
    ['time', new Timestamp(BigInt(Date.now()) * 1_000_000n)],
  ]);
  const ask = (path: string[]) =>
    new Documents(`127.0.0.1:${emulator.port}`, projectId).compute((find) =>
      rules.allows(
        { method: 'get', path: ['b', 'x', 'o', ...path], request, resource: null },
        find,
      ),
    );
  return Promise.all(
    [...all.keys()].map(async (at) =>
      verdict(await ask(['c', `c${at}`]), await ask(['b', `c${at}`])),
    ),
  );
}

/** The rules of the local Firestore. */
function askFirestore(): string[] {
  const rules = compileFirestoreRules(
    rulesOf('cloud.firestore', '/databases/{database}/documents', 'get', 'exists'),
  );
  const one: StoredDocument = {
    path: ['facts', 'one'],
    fields: facts,
    createTime: 1_000_000,
    updateTime: 1_000_000,
  };
  const view = { get: (path: Segments) => (path.join('/') === 'facts/one' ? one : undefined) };
  const ask = (path: Segments) => {
    const access = rules.accessOf({
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
  };
  return [...all.keys()].map((at) => verdict(ask(['c', `c${at}`]), ask(['b', `c${at}`])));
}

beforeAll(async () => {
  if (!hasGoogleEmulator) return;
  emulator = await startGoogleEmulator(projectId);
  await send(`${documents}/facts/one`, 'PATCH', { fields: facts });
  theirs = await askGoogle();
  ofStorage = await askStorage();
  ofFirestore = askFirestore();
});

afterAll(() => emulator?.stop());

describe.skipIf(!hasGoogleEmulator).each(Object.entries(conditions))(
  "our rules and Google's agree on %s",
  (_name, list) => {
    it.each(list)('%s', (condition) => {
      const at = all.indexOf(condition);
      expect(ofFirestore[at]).toBe(theirs[at]);
      expect(ofStorage[at]).toBe(theirs[at]);
    });
  },
);

describe.skipIf(!hasGoogleEmulator)(
  'neither takes a rules file with a condition that is none',
  () => {
    it.each(malformedConditions)('%s', async (condition) => {
      const content = fileWith('cloud.firestore', '/databases/{database}/documents', condition);
      expect((await load(content)).status).toBe(400);
      expect(() => new Ruleset(fileWith('firebase.storage', '/b/{bucket}/o', condition))).toThrow(
        InvalidRules,
      );
      expect(() => compileFirestoreRules(content)).toThrow(InvalidRules);
    });
  },
);

it.skipIf(!hasGoogleEmulator)(
  'the table has conditions that hold, that do not, and that cannot be computed',
  () => {
    expect(all.length).toBeGreaterThan(120);
    expect(new Set(all).size).toBe(all.length);
    for (const each of ['true', 'false', 'error']) {
      expect(theirs.filter((one) => one === each).length).toBeGreaterThan(20);
    }
  },
);
