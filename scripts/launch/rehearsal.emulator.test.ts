import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firebaseProgramAt } from '@datchain/emulators/google-admin/firebase-program.ts';
import { type GoogleAdmin, startGoogleAdmin } from '@datchain/emulators/google-admin/server.ts';
import {
  mailApiKey,
  stripeSecretKey,
  stripeWebhookSecret,
} from '@datchain/emulators/stack/environment.ts';
import { setOperator } from '@datchain/functions/operators/operators.ts';
import { services } from '@datchain/functions/services.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { type Fan, market } from '@datchain/functions/testing/market.ts';
import { releasing } from '@datchain/functions/testing/releasing.ts';
import { songFor, uploadFiles } from '@datchain/functions/testing/uploads.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aProjectFile } from '../deploy/testing/project-file.ts';
import { inRepository } from '../lib/root.ts';

const m = market();
const r = releasing(m);
const { projectId: project } = m;
const file = { ...aProjectFile, project };
const done = `${project} is as deploy/`;

let folder: string;
let google: GoogleAdmin;
let front: Awaited<ReturnType<GoogleAdmin['openFront']>>;

/** Where the functions that are deployed here find the stores, and Stripe and the mail provider. */
const network = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => /_EMULATOR_HOST$|_API_BASE$/.test(name) || name === 'METADATA_SERVER_DETECTION',
  ),
) as Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'datchain-rehearsal-'));
  google = await startGoogleAdmin({ ...file, network });
  // What is deployed answers in the place of the stack's own functions.
  await m.killFunctions();
  front = await google.openFront(Number(new URL(m.addresses.functions).port));
  const save = (name: string, content: object | string) => {
    writeFileSync(join(folder, name), JSON.stringify(content));
    return join(folder, name);
  };
  save('ours.json', file);
  save('credentials.json', {
    type: 'external_account',
    token_url: `${google.url}/token`,
    audience:
      '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    credential_source: { file: save('subject', 'a person') },
  });
});
afterAll(async () => {
  await front.close();
  await google.close();
  rmSync(folder, { recursive: true });
});

/** Runs the command as a person does: nothing tells it of a local stack. */
async function launch(command: string) {
  const args = [inRepository('scripts/launch.ts'), command, join(folder, 'ours.json')];
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      GOOGLE_ADMIN_ORIGIN: google.url,
      GOOGLE_APPLICATION_CREDENTIALS: join(folder, 'credentials.json'),
      ...firebaseProgramAt(google.url),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  child.stdin.on('error', () => {});
  child.stdin.end(`${[stripeSecretKey, stripeWebhookSecret, mailApiKey, 'none'].join('\n')}\n`);
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output, lines: output.trim().split('\n') };
}

test('[N-LCH-04] an empty project becomes a shop, and a second deployment changes nothing', {
  timeout: 180_000,
}, async () => {
  const applied = await launch('apply');
  expect(applied).toMatchObject({ code: 0, output: expect.stringContaining(done) });
  const { live } = google.project;
  expect([...live.functions.values()].map(({ state }) => state)).toEqual(
    Array(live.functions.size).fill('ACTIVE'),
  );
  google.takeChanges();
  expect(await launch('apply')).toMatchObject({
    code: 0,
    lines: [expect.stringContaining(done)],
  });
  expect(google.takeChanges()).toEqual([]);
  expect(await launch('check')).toMatchObject({ code: 0, lines: [expect.stringContaining(done)] });
});

/** Somebody who has signed up with a username. */
async function member() {
  const fan = await m.signUp({ hasDocument: false });
  const { uid, email } = fan;
  const made = await r.person({ uid, email, accountType: 'Fan', artistName: '' });
  await firestore().doc(docs.username(made.username.toLowerCase())).set({ uid });
  return { ...made, ...fan };
}

async function must(name: string, input: object, { token }: Pick<Fan, 'token'>) {
  const { status, body } = await m.call(name, input, token);
  if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
  return body.result;
}

test('[N-LCH-04] what is deployed sells an edition: stock, an artist, a release, a payment by card', {
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
  const { differences } = await m.reconcile();
  expect(differences).toEqual([]);
});
