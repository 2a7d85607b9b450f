import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firebaseProgramAt } from '@datchain/firebase-emulators/google-admin/firebase-program.ts';
import {
  type GoogleAdmin,
  startGoogleAdmin,
} from '@datchain/firebase-emulators/google-admin/server.ts';
import { setOperator } from '@datchain/functions/operators/operators.ts';
import { services } from '@datchain/functions/services.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { stripeClient } from '@datchain/functions/stripe/client.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { mailApiKey, stripeSecretKey, stripeWebhookSecret } from '@datchain/stack/environment.ts';
import { market } from '@datchain/testing/server/market.ts';
import { members } from '@datchain/testing/server/members.ts';
import { releasing } from '@datchain/testing/server/releasing.ts';
import { songFor, uploadFiles } from '@datchain/testing/server/uploads.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aProjectFile } from '../deploy/testing/project-file.ts';
import { runProgram, writeCredentials } from './testing/person.ts';

const m = market();
const r = releasing(m);
const { member, must } = members(m, r);
const { projectId: project } = m;
const file = { ...aProjectFile, project };
const place = `projects/${project}/locations/us-central1`;
const done = `${project} is as `;

let folder: string;
let credentials: string;
let google: GoogleAdmin;
let front: Awaited<ReturnType<GoogleAdmin['openFront']>>;

const network = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => /_EMULATOR_HOST$|_API_BASE$/.test(name) || name === 'METADATA_SERVER_DETECTION',
  ),
) as Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'datchain-rehearsal-'));
  google = await startGoogleAdmin({ ...file, network });
  await m.killFunctions();
  front = await google.openFront(Number(new URL(m.addresses.functions).port));
  writeFileSync(join(folder, 'ours.json'), JSON.stringify(file));
  credentials = writeCredentials(folder, google.url);
});
afterAll(async () => {
  // Other tests of this stack use the original secret.
  const stripe = stripeClient({
    secretKey: stripeSecretKey,
    apiBase: new URL(m.addresses.stripe),
    timeoutMillis: 10_000,
  });
  for (const { id } of (await stripe.webhookEndpoints.list()).data) {
    await stripe.webhookEndpoints.update(id, { disabled: true });
  }
  await front.close();
  await m.startFunctions();
  await google.close();
  rmSync(folder, { recursive: true });
});

const run = (program: [string, ...string[]], stop?: AbortSignal) =>
  runProgram(
    program,
    {
      PATH: process.env.PATH,
      HOME: folder,
      GOOGLE_ADMIN_ORIGIN: google.url,
      GOOGLE_APPLICATION_CREDENTIALS: credentials,
      ...firebaseProgramAt(google.url),
      ...network,
    },
    `${[stripeSecretKey, mailApiKey, 'none'].join('\n')}\n`,
    stop,
  );

test('[N-LCH-04] an empty project becomes a shop, even if apply is killed and two people then run it at once', {
  timeout: 300_000,
}, async () => {
  const stop = new AbortController();
  const killed = launch('apply', stop.signal);
  const { live } = google.project;
  await vi.waitUntil(() => live.functions.size > 3, { timeout: 120_000 });
  stop.abort();
  await killed;
  const both = await Promise.all([launch('apply'), launch('apply')]);
  for (const { code, lines } of both) {
    expect([code, ...lines.filter((line) => line.includes('(for a person to do)'))]).toEqual([
      0,
      'shop: nobody runs the operators’ desk: npm run operators -- add <e-mail> --project <name> (for a person to do)',
      'shop: no tokens are on sale: put some there at the desk, /operator (for a person to do)',
      'shop: no page was built yet: see "The site" in docs/deploy.md (for a person to do)',
    ]);
  }
  expect([...live.functions.values()].map(({ state }) => state)).toEqual(
    Array(live.functions.size).fill('ACTIVE'),
  );
});

test('[N-LCH-04] a second deployment changes nothing', { timeout: 120_000 }, async () => {
  google.takeChanges();
  const again = await launch('apply');
  expect([again.code, ...again.lines]).toEqual([
    0,
    expect.stringMatching(/^shop: nobody/),
    expect.stringMatching(/^shop: no tokens/),
    expect.stringMatching(/^shop: no page/),
    'Done. The remaining tasks are manual.',
  ]);
  expect(google.takeChanges()).toEqual([]);
});

const job = (name: string) => run(['scripts/job.ts', name, '--project', join(folder, 'ours.json')]);

const launch = (command: string, stop?: AbortSignal) =>
  run(['scripts/launch.ts', command, join(folder, 'ours.json')], stop);

test('[N-LCH-04] the deployed functions sell an edition: stock, an artist, a release, a payment by card', {
  timeout: 120_000,
}, async () => {
  const [operator, artist, fan] = [await member(), await member(), await member()];
  await setOperator(services(), operator.uid, true);
  const stock = { what: 'issue-tokens', reason: 'The first day', priceCents: 50, qty: 1_000 };
  await must('changeStock', { ...stock, key: randomUUID() }, operator);

  const artistName = 'The First Artist';
  const links = { musicUrl: 'https://music.example/first', pageUrl: 'https://first.example' };
  await must('applyToRelease', { artistName, ...links, owns: 'artist', note: '' }, artist);
  const accepted = { what: 'allow-application', id: artist.username, reason: '' };
  await must('decide', accepted, operator);
  const song = songFor({ ...artist, accountType: 'Artist', artistName }, await uploadFiles(artist));
  const { datIds } = await must('releaseDAT', { songs: [song] }, artist);

  const order = await must('createPaymentLinkDatTokenTesting', { blockId: '50', qty: 60 }, fan);
  await m.pay(order.url);
  const { orderId } = order;
  expect(await must('getOrderStatus', { orderId }, fan)).toMatchObject({ state: 'settled' });
  await must('purchaseEdition', { datId: datIds[0], editionNumber: 1, expectedPrice: 10 }, fan);
  // A command run by a person gets the secrets of the project.
  expect(await job('send-mails')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/sent: [1-9]\d*, *declined: 0/s),
  });
  expect(await job('publish-log')).toMatchObject({ code: 0 });
  expect(await run(['scripts/reconcile.ts', '--project', join(folder, 'ours.json')])).toMatchObject(
    {
      code: 0,
      output: expect.stringContaining('The books are clean.'),
    },
  );

  const now = Date.now();
  await firestore().doc(docs.siteState).set({ at: now, problem: null, currentAt: now });
  expect(await launch('check')).toMatchObject({ code: 0, lines: [expect.stringContaining(done)] });
});

test.each<[string, object, string]>([
  [
    'asks for more processors than there are',
    { processors: 10 },
    'functions: The functions may ask for 19.7 processors together, and "processors" says 10',
  ],
  [
    'gives the public log another name',
    { domain: 'other.test' },
    `functions: The public log is called ${file.domain}/data/v1/tlog, which never changes: set "publicLogOrigin"`,
  ],
  ['has lost its sender', { mailFrom: undefined }, 'it still has MAIL_FROM'],
])(
  '[N-LCH-03] check names what is wrong with a file that %s',
  { timeout: 60_000 },
  async (_what, change, sentence) => {
    const path = join(folder, 'changed.json');
    writeFileSync(path, JSON.stringify({ ...file, ...change }));
    const { code, output } = await run(['scripts/launch.ts', 'check', path]);
    expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
  },
);

const functionNamed = (name: string) => {
  const found = google.project.live.functions.get(`${place}/functions/${name}`);
  if (!found) throw new Error(`${name} is not deployed.`);
  return found;
};
const fieldNamed = (name: string): object =>
  [...google.project.live.fields].find(([path]) => path.endsWith(name))?.[1] ?? {};
const jobOf = (name: string) => `${place}/jobs/firebase-schedule-${name}-us-central1`;
const settings = (name: string, changed: object) =>
  Object.assign(functionNamed(name).serviceConfig, changed);
const variables = (name: string, changed: object) =>
  Object.assign(functionNamed(name).serviceConfig.environmentVariables, changed);

test('[N-LCH-04] check names manual changes of deployed resources, and apply reverts them', {
  timeout: 120_000,
}, async () => {
  const { live, readers, secrets } = google.project;
  const old = `${place}/functions/oldWebhook`;
  const taken: readonly (readonly [() => unknown, string])[] = [
    [() => live.functions.delete(`${place}/functions/site`), 'site: not deployed'],
    [() => variables('calls', { SITE_URL: 'https://a.test' }), 'calls: its SITE_URL differs'],
    [() => variables('media', { RELEASE: 'old' }), 'media: it is of another release'],
    [
      () => secrets.get('STRIPE_WEBHOOK_SECRET')?.push(stripeWebhookSecret),
      'stripeWebhook: it has an older STRIPE_WEBHOOK_SECRET',
    ],
    [
      () => settings('releaseDAT', { serviceAccountEmail: 'a@b.test' }),
      'releaseDAT: it runs as another account',
    ],
    [
      () => settings('listDatChainTokens', { timeoutSeconds: 540 }),
      'listDatChainTokens: its machine differs',
    ],
    [
      () => settings('publishLogJob', { secretEnvironmentVariables: [] }),
      'publishLogJob: it lacks the secret PUBLIC_LOG_KEY',
    ],
    [
      () => Object.assign(functionNamed('setEditionForSaleCF'), { state: 'FAILED' }),
      'setEditionForSaleCF: it is FAILED',
    ],
    [() => live.jobs.delete(jobOf('expireOrdersJob')), 'expireOrdersJob: it has no schedule'],
    [
      () => Object.assign(live.jobs.get(jobOf('closeDaysJob')) ?? {}, { schedule: 'never' }),
      'closeDaysJob: its schedule differs',
    ],
    [
      () => Object.assign(live.jobs.get(jobOf('sendMailsJob')) ?? {}, { state: 'PAUSED' }),
      'firebase-schedule-sendMailsJob-us-central1 is paused',
    ],
    [
      () => live.services.delete('releasedatfromsummary'),
      'releasedatfromsummary: nobody may call it',
    ],
    [() => live.services.delete('reconcilejob'), 'reconcilejob: its schedule may not call it'],
    [() => readers.delete('MAIL_API_KEY'), 'functions: the functions may not read MAIL_API_KEY'],
    [
      () => live.releases.delete(`projects/${project}/releases/cloud.firestore`),
      'rules: the rules of documents differ',
    ],
    [
      () =>
        live.releases.delete(
          `projects/${project}/releases/firebase.storage/${project}.firebasestorage.app`,
        ),
      'rules: the rules of files differ',
    ],
    [
      () => live.databases.set(`${project}-default-rtdb`, '{"rules":{".read":true}}'),
      'rules: the rules of the Realtime Database differ',
    ],
    [() => live.indexes.shift(), 'rules: no index of journal by projected, shard, at; '],
    [
      () => Object.assign(fieldNamed('rateLimits/fields/expiresAt'), { ttlConfig: undefined }),
      'expiry of rateLimits.expiresAt',
    ],
    [
      () => Object.assign(live.images ?? {}, { cleanupPolicies: {} }),
      'functions: images of earlier builds are not kept for 30 days',
    ],
    [
      () => {
        const { serviceConfig, ...rest } = functionNamed('calls');
        const idle = { ...serviceConfig, maxInstanceCount: 0 };
        live.functions.set(old, { ...rest, name: old, serviceConfig: idle });
      },
      `oldWebhook is in no source: npx firebase functions:delete oldWebhook --project ${project}`,
    ],
  ];
  for (const [take] of taken) take();
  const { code, output, lines } = await launch('check');
  expect(code).toBe(1);
  for (const [, sentence] of taken) expect(output).toContain(sentence);
  // One line of the report names both missing indexes.
  expect(lines).toHaveLength(taken.length - 1);

  const applied = await launch('apply');
  expect(applied.code).toBe(0);
  // Nothing is deleted: this single task is left to a person.
  expect(applied.lines.at(-2)).toContain('oldWebhook is in no source');
  expect(live.functions.has(old)).toBe(true);
  live.functions.delete(old);
  expect(await launch('check')).toMatchObject({ code: 0, lines: [expect.stringContaining(done)] });
});

test('[N-LCH-04] a release that does not start is refused, and the previous one stays live', {
  timeout: 120_000,
}, async () => {
  const before = functionNamed('calls');
  const ask = async () => (await m.call('getClosing', {})).status;
  expect(await ask()).toBe(401);
  const broken = await breakRelease('calls');
  expect(broken.code).toBe(1);
  expect(broken.output).toContain('Could not create or update Cloud Run service calls');
  expect(google.machines.logs.at(-1)).toContain('This release is broken.');
  expect(functionNamed('calls')).toBe(before);
  expect(await ask()).toBe(401);
});

test('[N-LCH-03] back returns every function to an earlier release, until the next apply', {
  timeout: 120_000,
}, async () => {
  const { revisions, pinned } = google.project.live;
  const first = functionNamed('calls').serviceConfig.environmentVariables.RELEASE ?? '';
  // A newer release was deployed since; one of its functions fails under load.
  const own = revisions.get('calls') ?? [];
  const newer = {
    ...own.at(-1),
    name: 'calls-00099-abc',
    createTime: new Date().toISOString(),
    env: { RELEASE: 'newer' },
  };
  own.push(newer as (typeof own)[number]);
  google.machines.serve(newer as (typeof own)[number]);
  const list = await back('list');
  expect(list.code).toBe(0);
  expect(list.lines).toEqual([
    expect.stringMatching(/^newer, deployed 20.*, answers now$/),
    expect.stringMatching(new RegExp(`^${first}, deployed 20`)),
  ]);

  const returned = await back(first);
  expect(returned.code).toBe(0);
  expect(returned.lines).toHaveLength(google.project.live.functions.size + 1);
  expect(pinned.size).toBe(google.project.live.functions.size);
  expect((await m.call('getClosing', {})).status).toBe(401);
  const checked = await launch('check');
  expect([checked.code, checked.lines]).toEqual([
    1,
    ['functions: 29 functions run an earlier release'],
  ]);
  expect(await launch('apply')).toMatchObject({ code: 0, output: expect.stringContaining(done) });
  expect(pinned.size).toBe(0);
});

const breakRelease = (name: string) =>
  run(['scripts/launch/testing/break-release.ts', join(folder, 'ours.json'), name]);

const back = (release: string) =>
  run(['scripts/launch.ts', 'back', release, join(folder, 'ours.json')]);

test('[N-LCH-04] functions that need more processors than a new project has are refused', async () => {
  settings('calls', { maxInstanceCount: 30 });
  const { code, output } = await breakRelease('media');
  expect(code).toBe(1);
  expect(output).toContain('Quota violated');
});
