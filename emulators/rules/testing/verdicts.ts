import { readFileSync, writeFileSync } from 'node:fs';
import { conditions, functionsFor } from './conditions.ts';

/** What a condition comes to. */
export type Verdict = 'true' | 'false' | 'error';

/** The project that conditions are asked in: references in them name it. */
export const projectId = 'demo-rules-language';

/** All conditions of the tables. */
export const all = Object.values(conditions).flat();

/** The caller's token. */
export const claims = {
  aud: projectId,
  sub: 'ann',
  user_id: 'ann',
  iat: 0,
  exp: 3600,
  facts: { number: 7, fraction: 7.5, nothing: null, list: ['a', 'b'] },
};

/** A document with a value of each type, as the REST API writes it. */
export const facts = {
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

/** Rules with all conditions, in the words of a service. */
export const rulesOf = (service: string, path: string, lookUp: string, exists: string) => `
rules_version = '2';
service ${service} {
  match ${path} {
    ${functionsFor(lookUp)}
    function ofOuter() { return 'c'; }
    ${blocks((condition) => condition.replace(/(?<![\w.])exists\(/g, `${exists}(`).replace(/(?<![\w.])get\(/g, `${lookUp}(`))}
  }
}`;

/** From whether a condition was allowed, and whether it is a truth value at all. */
export const verdict = (holds: boolean, isBool: boolean): Verdict =>
  holds ? 'true' : isBool ? 'false' : 'error';

/** Rules with one condition, which may be none. */
export const fileWith = (service: string, path: string, condition: string) => `
rules_version = '2';
service ${service} {
  match ${path} {
    function facts() { return {'list': [1]}; }
    match /c/one { allow get: if ${condition}; }
  }
}`;

const file = new URL('./verdicts.json', import.meta.url);

/** What Google's emulator makes of each condition. */
export const readVerdicts = (): Readonly<Record<string, Verdict>> =>
  JSON.parse(readFileSync(file, 'utf8'));

/** Writes new verdicts over the old ones: with DATCHAIN_RECORD=1 beside Google's emulator. */
export const recordVerdicts = (verdicts: Readonly<Record<string, Verdict>>): void =>
  writeFileSync(file, `${JSON.stringify(verdicts, null, 2)}\n`);
