/** A raw call of REST, played one after the other on an empty project. */
export interface RestCase {
  readonly call: string;
  readonly body?: string;
  /** None is signed out. */
  readonly authorization?: string;
  /** What the local Firestore answers instead of what Google's emulator does, and why. */
  readonly ours?: RestAnswer & { readonly why: string };
}

export const PROJECT = 'demo-rest';

/** The rules under which the calls are played. */
export const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /open/{any=**} { allow read, write: if true; }
  }
}`;

const D = `/v1/projects/${PROJECT}/databases/(default)/documents`;
const NAME = D.slice('/v1/'.length);
const owner = 'Bearer owner';
const named = 'unknown names are refused by name';
const crash = "Google's emulator fails inside";

export const restCases: readonly RestCase[] = [
  { call: 'GET /' },
  { call: 'GET /nothing' },
  { call: `PATCH ${D}/open/a`, body: '{"fields":{"n":{"integerValue":5}}}' },
  { call: `GET ${D}/open/a` },
  { call: `GET ${D}/open/a?mask.fieldPaths=m&mask.fieldPaths=n` },
  { call: `GET ${D}/open/a?key=k&alt=json` },
  { call: `GET ${D}/open/a?foo=1`, ours: { status: 400, name: 'INVALID_ARGUMENT', why: named } },
  { call: `GET ${D}/open/missing` },
  { call: `GET ${D}/open%2Fa` },
  { call: `GET ${D}/open/a%20b` },
  { call: `GET ${D}/closed/a` },
  { call: `GET ${D}/open` },
  { call: `GET ${D}/open?pageSize=1`, authorization: owner },
  { call: `PUT ${D}/open/a` },
  { call: `POST ${D}/open?documentId=b`, body: '{"fields":{}}' },
  { call: `POST ${D}/open?documentId=b`, body: '{"fields":{}}' },
  {
    call: `PATCH ${D}/open/b?updateMask.fieldPaths=x&currentDocument.exists=true`,
    body: '{"fields":{"x":{"doubleValue":"NaN"},"y":{"nullValue":null}}}',
  },
  {
    call: `PATCH ${D}/open/c`,
    body: '{"fields":{"d":{"doubleValue":1e21},"m":{"mapValue":{}},"a":{"arrayValue":{}},"s":{"stringValue":""},"b":{"bytesValue":"aGk_"},"t":{"timestampValue":"2020-01-01T00:00:00.123456789+01:00"}}}',
  },
  { call: `PATCH ${D}/open/zz?currentDocument.exists=true`, body: '{}' },
  { call: `DELETE ${D}/open/b` },
  { call: `DELETE ${D}/open/b` },
  { call: `POST ${D}:commit`, body: '{"writes":[]}' },
  { call: `POST ${D}:commit`, body: '' },
  { call: `POST ${D}:commit`, body: '{"writes":[],"foo":1}' },
  { call: `POST ${D}:commit`, body: '{"writes":[{"updat":{}}]}' },
  { call: `POST ${D}:commit`, body: '{"writes":[{"update":{"name":5}}]}' },
  { call: `POST ${D}:commit`, body: '{"writes":5}' },
  { call: `POST ${D}:commit`, body: 'not json' },
  { call: `POST ${D}:batchGet`, body: `{"documents":["${NAME}/open/a"]}` },
  { call: `POST ${D}:batchGet`, body: '{"documents":[]}', authorization: owner },
  { call: `POST ${D}:runQuery`, body: '{"structuredQuery":{"from":[{"collectionId":"open"}]}}' },
  {
    call: `POST ${D}:runQuery`,
    body: '{"structuredQuery":{"from":[{"collection_id":"open"}],"limit":1}}',
  },
  {
    call: `POST ${D}:runQuery`,
    body: '{"structuredQuery":{"from":[{"collectionId":"open"}],"limit":{"value":1}}}',
  },
  {
    call: `POST ${D}:runQuery`,
    body: '{"structuredQuery":{"from":[{"collectionId":"open"}],"where":{"fieldFilter":{"field":{"fieldPath":"n"},"op":"EQUALS","value":{"integerValue":5}}}}}',
  },
  { call: `POST ${D}:runQuery`, body: '{"structuredQuery":{"from":[{"collectionId":"closed"}]}}' },
  {
    call: `POST ${D}:runQuery`,
    body: '{"structuredQuery":{"from":[{"collectionId":"open"}],"limit":-1}}',
    authorization: owner,
  },
  {
    call: `POST ${D}/open/x:runQuery`,
    body: '{"structuredQuery":{"from":[{"collectionId":"open"}]}}',
  },
  {
    call: `POST ${D}/open/x/sub:runQuery`,
    body: '{"structuredQuery":{"from":[{"collectionId":"open"}]}}',
  },
  {
    call: `POST ${D}:runAggregationQuery`,
    body: '{"structuredAggregationQuery":{"structuredQuery":{"from":[{"collectionId":"open"}]},"aggregations":[{"count":{},"alias":"n"}]}}',
  },
  {
    call: `POST ${D}:batchWrite`,
    body: `{"writes":[{"delete":"${NAME}/open/q"}]}`,
    authorization: owner,
  },
  { call: `POST ${D}:listCollectionIds`, body: '{}', authorization: owner },
  { call: `POST ${D}:listCollectionIds`, body: '{}' },
  { call: `POST ${D}:partitionQuery`, body: '{}' },
  {
    call: `POST ${D}:executePipeline`,
    body: '{}',
    ours: { status: 501, name: 'UNIMPLEMENTED', why: crash },
  },
  { call: `POST ${D}:frobnicate`, body: '{}' },
  { call: `POST ${D}:listen`, body: '{}', authorization: owner },
  { call: 'POST /google.firestore.v1.Firestore/Commit', body: '{}' },
  {
    call: `GET ${D}/open/a`,
    authorization: 'Bearer junk',
    ours: { status: 401, name: 'UNAUTHENTICATED', why: 'as the other stand-ins and production do' },
  },
  {
    call: `GET ${D}/open/a`,
    authorization: 'Basic junk',
    ours: { status: 401, name: 'UNAUTHENTICATED', why: crash },
  },
  {
    call: `PUT /emulator/v1/projects/${PROJECT}:securityRules`,
    body: '{"rules":{"files":[{"content":"service cloud.firestore { matc }"}]}}',
  },
  {
    call: `PUT /emulator/v1/projects/${PROJECT}:securityRules`,
    body: '{"rules":{}}',
    ours: { status: 400, name: 'INVALID_ARGUMENT', why: crash },
  },
  { call: `GET /emulator/v1/projects/${PROJECT}:foo` },
  { call: `POST /emulator/v1/projects/${PROJECT}/databases/(default)/documents`, body: '{}' },
  { call: `DELETE /emulator/v1/projects/${PROJECT}/databases/(default)/documents` },
  { call: `GET ${D}/open/a` },
  {
    call: `PATCH ${D}/open/zero`,
    body: '{"fields":{"d":{"doubleValue":"-0"}}}',
    ours: {
      status: 200,
      body: {
        name: `${NAME}/open/zero`,
        fields: { d: { doubleValue: '-0' } },
        ...{ createTime: 'T', updateTime: 'T' },
      },
      why: "zero keeps its sign, as over gRPC; Google's emulator loses it over REST",
    },
  },
];

/** What a call was answered with; what differs each time is masked. */
export interface RestAnswer {
  readonly status: number;
  /** `NOT_FOUND`, of an error. */
  readonly name?: string;
  readonly body?: unknown;
}

/** Loads the rules, empties the project and makes the calls, one after the other. */
export async function playRest(base: string): Promise<readonly RestAnswer[]> {
  const emulator = `${base}/emulator/v1/projects/${PROJECT}`;
  const headers = { 'content-type': 'application/json' };
  const rules = JSON.stringify({ rules: { files: [{ name: 'a.rules', content: RULES }] } });
  await fetch(`${emulator}:securityRules`, { method: 'PUT', body: rules, headers });
  await fetch(`${emulator}/databases/(default)/documents`, { method: 'DELETE' });
  const answers: RestAnswer[] = [];
  for (const { call, body, authorization } of restCases) {
    const [method = '', path = ''] = call.split(/ (.*)/s);
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { ...headers, ...(authorization && { authorization }) },
      ...(body !== undefined && { body }),
    });
    answers.push(answerOf(response.status, await response.text()));
  }
  return answers;
}

function answerOf(status: number, text: string): RestAnswer {
  if (!/^\s*[[{]/.test(text)) return { status };
  const body: unknown = JSON.parse(mask(text));
  if (typeof body !== 'object' || body === null || !('error' in body)) return { status, body };
  const { error } = body;
  // Words of errors are compared where they are made; here it is what they are.
  const name = typeof error === 'object' && error && 'status' in error ? `${error.status}` : '';
  return { status, name };
}

const mask = (text: string): string =>
  text.replace(
    /"(createTime|updateTime|readTime|commitTime|nextPageToken)": ?"[^"]+"/g,
    '"$1":"T"',
  );
