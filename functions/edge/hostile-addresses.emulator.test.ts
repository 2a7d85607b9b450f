import { request as ask } from 'node:http';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import { databaseNamespace, storageBucket } from '@datchain/stack/environment.ts';
import { listHandlers } from '@datchain/stack/functions-exports.ts';
import { testStack } from '@datchain/stack/testing/stack.ts';
import { hostileIds } from '@datchain/testing/server/hostile.ts';
import { expect, test } from 'vitest';

const { projectId, addresses } = testStack();

type Address = readonly [base: string, pathOf: (id: string) => string];

/** Sends a path unchanged; `fetch` would resolve its dots first. */
function send(base: string, path: string, method: string): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = ask({ hostname, port, path, method }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.once('end', () => resolve(`${answer.statusCode} ${text.trim().slice(0, 200)}`));
    });
    sent.once('error', reject);
    sent.end();
  });
}

const isInWords = (answer: string): boolean => /^(3\d\d |[24]\d\d .)/.test(answer);

const folders = ['viewdat', 'analytics', 'certificate', 'profile'];
const pages: readonly Address[] = [
  ...folders,
  'mydat/profile',
  'embed',
  'orders',
  'buy',
  'report',
  'tell',
  'follow',
  'tdc/block',
  'wallet',
  'desk',
  'dats',
  'artwork',
  'data/v1/dats',
  'data/v1/log',
  'data/v1/tlog/tile/0',
  'oembed',
].map((page) => [addresses.hosting, (id) => `/${page}/${id}`]);

const queries: readonly Address[] = [
  (id: string) => `/oembed?url=${addresses.hosting}/viewdat/${id}`,
  (id: string) => `/oembed?url=${encodeURIComponent(`${addresses.hosting}/embed/${id}`)}`,
  (id: string) => `/oembed?${id}=${id}`,
  (id: string) => `/unsubscribe?uid=${id}&choice=${id}&key=${id}`,
].map((pathOf) => [addresses.hosting, pathOf]);

async function functions(): Promise<readonly Address[]> {
  const root = `/${projectId}/${functionsRegion}`;
  const names = listHandlers(await import('../index.ts'))
    .filter(({ handler }) => !handler.__endpoint.scheduleTrigger)
    .map(({ name }) => name);
  const paths = [
    ...names.map((name) => (id: string) => `${root}/${name}/${id}`),
    ...folders.map((part) => (id: string) => `${root}/site/${part}/${id}`),
    (id: string) => `${root}/site/${id}/x`,
    (id: string) => `${root}/${id}`,
  ];
  return paths.map((pathOf) => [addresses.functions, pathOf]);
}

const documents: readonly Address[] = ['dats', 'publicProfiles', 'usernames', 'users'].map(
  (kind) => [
    addresses.firestore,
    (id) => `/v1/projects/${projectId}/databases/(default)/documents/${kind}/${id}`,
  ],
);

const files: readonly Address[] = ['previews%2F', 'profileImages%2F', ''].map((folder) => [
  addresses.storage,
  (id) => `/v0/b/${storageBucket(projectId)}/o/${folder}${id}?alt=media`,
]);

const ns = `ns=${databaseNamespace(projectId)}`;
const keys: readonly Address[] = [
  (id: string) => `/streamStats/${id}.json?${ns}`,
  (id: string) => `/users/${id}/${id}.json?${ns}`,
  (id: string) => `/streamStats.json?${ns}&orderBy="$key"&startAt="${id}"`,
  (id: string) => `/${id}.json?${ns}`,
  (id: string) => `/.json?ns=${id}`,
].map((pathOf) => [addresses.database, pathOf]);

test.each([
  ['the site', pages],
  ['the addresses for other sites and mail programs', queries],
  ['the functions', await functions()],
  ['the documents', documents],
  ['the files', files],
  ['the live values', keys],
] as const)(
  '[N-PPL-14] an impossible id gets a readable answer from %s, never a server error',
  async (_, all) => {
    const wrong: string[] = [];
    for (const [base, pathOf] of all) {
      await Promise.all(
        hostileIds.flatMap((id) =>
          ['GET', 'POST'].map(async (method) => {
            const path = pathOf(id);
            const answer = await send(base, path, method).catch(String);
            if (!isInWords(answer)) wrong.push(`${method} ${path.slice(0, 120)}: ${answer}`);
          }),
        ),
      );
    }
    expect(wrong).toEqual([]);
  },
);
