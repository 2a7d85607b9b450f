import { spawn } from 'node:child_process';
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
import { testStack } from '@datchain/emulators/stack/testing/stack.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aProjectFile } from '../deploy/testing/project-file.ts';
import { inRepository } from '../lib/root.ts';

const { projectId: project } = testStack();
const file = { ...aProjectFile, project };
const done = `${project} is as deploy/`;

let folder: string;
let google: GoogleAdmin;

/** Where the functions that are deployed here find the stores, and Stripe and the mail provider. */
const network = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => /_EMULATOR_HOST$|_API_BASE$/.test(name) || name === 'METADATA_SERVER_DETECTION',
  ),
) as Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'datchain-rehearsal-'));
  google = await startGoogleAdmin({ ...file, network });
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
