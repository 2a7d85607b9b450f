import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GoogleAdmin, startGoogleAdmin } from '@datchain/emulators/google-admin/server.ts';
import { type StripeServer, startStripe } from '@datchain/emulators/stripe/server.ts';
import { stripeClient } from '@datchain/functions/stripe/client.ts';
import { webhookEvents } from '@datchain/functions/stripe/webhook-event.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aProjectFile } from '../deploy/testing/project-file.ts';
import { inRepository } from '../lib/root.ts';
import { Google } from './google.ts';
import { apply } from './step.ts';
import { steps } from './steps.ts';

/** What a deployment does takes a while: rehearsal.emulator.test.ts has it. */
const deployment = ['rules', 'functions'];

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const asked = {
  STRIPE_SECRET_KEY: 'sk_test_51secretOfStripe',
  MAIL_API_KEY: 're_secretOfMail',
  REBUILD_TOKEN: 'none',
};
const answers = `${Object.values(asked).join('\n')}\n`;

let folder: string;
let google: GoogleAdmin;
let stripe: StripeServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'datchain-launch-'));
  stripe = await startStripe({
    port: 0,
    projectId: 'demo-launch',
    secretKey: asked.STRIPE_SECRET_KEY,
  });
  google = await startGoogleAdmin(aProjectFile as { project: string; number: string });
  writeFileSync(join(folder, 'ours.json'), JSON.stringify(aProjectFile));
  writeFileSync(join(folder, 'subject'), 'a person');
  const credentials = {
    type: 'external_account',
    token_url: `${google.url}/token`,
    audience:
      '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    credential_source: { file: join(folder, 'subject') },
  };
  writeFileSync(join(folder, 'credentials.json'), JSON.stringify(credentials));
});
afterAll(async () => {
  await google.close();
  await stripe.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await fetch(`${stripe.url}/_test/reset`, { method: 'POST' });
  google.clear();
  google.takeChanges();
});
afterEach(() => {
  google.failOn(undefined);
  google.setBilling(true);
});

/** Stripe, as the owner of the account uses it by hand. */
const ownStripe = () =>
  stripeClient({
    secretKey: asked.STRIPE_SECRET_KEY,
    apiBase: new URL(stripe.url),
    timeoutMs: 10_000,
  });

/** Runs the command as a person does. */
async function launch(
  command: string,
  { input = answers, file = join(folder, 'ours.json'), stripeUrl = stripe.url } = {},
) {
  const skipped = deployment.flatMap((step) => ['--skip', step]);
  const args = [inRepository('scripts/launch.ts'), command, file, ...skipped];
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      GOOGLE_ADMIN_ORIGIN: google.url,
      STRIPE_API_BASE: stripeUrl,
      GOOGLE_APPLICATION_CREDENTIALS: join(folder, 'credentials.json'),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output, lines: output.trim().split('\n') };
}

const done = 'our-music is as deploy/';

describe('[N-LCH-03] opening a shop at Google', () => {
  test('plan says what would be done and changes nothing, apply does it, once, and check is content', async () => {
    const plan = await launch('plan');
    expect(plan.code).toBe(0);
    expect(plan.output).toContain('services: not enabled: ');
    expect(google.takeChanges()).toEqual([]);

    const applied = await launch('apply');
    expect(applied).toMatchObject({ code: 0, output: expect.stringContaining(done) });
    expect(google.takeChanges().length).toBeGreaterThan(15);
    for (const [name, value] of Object.entries(asked)) {
      expect(google.project.secrets.get(name)).toEqual([value]);
    }

    const again = await launch('apply', { input: '' });
    expect(again).toMatchObject({ code: 0, lines: [expect.stringContaining(done)] });
    expect(google.takeChanges()).toEqual([]);
    expect(await launch('check')).toMatchObject({
      code: 0,
      lines: [expect.stringContaining(done)],
    });
  });

  test('no secret is shown, or kept in a file', async () => {
    const { output } = await launch('apply');
    const all = [...google.project.secrets.values()].flat().filter((value) => value !== 'none');
    expect(all).toHaveLength(5);
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const secret of all) {
      expect(output).not.toContain(secret);
      for (const file of files) expect(file).not.toContain(secret);
    }
  });

  test('a secret of the wrong form is refused, and asked for again the next time', async () => {
    const wrong = await launch('apply', { input: 'pk_test_1\n' });
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain("That is not Stripe's secret key. Nothing was kept.");
    expect(wrong.output).not.toContain('pk_test_1');
    expect(google.project.secrets.size).toBe(0);
    const missing = await launch('apply', { input: `${asked.STRIPE_SECRET_KEY}\n` });
    expect(missing.output).toContain(
      'MAIL_API_KEY is missing: the standard input has no more lines.',
    );
    const { output } = await launch('apply', { input: answers.slice(answers.indexOf('\n') + 1) });
    expect(output).toContain(done);
  });

  test('an apply that failed at any request, before or after it did something, continues', async () => {
    /** As the command does it, without the time that a process takes to start. */
    const tryIt = async (): Promise<boolean> => {
      const { project } = aProjectFile;
      const access = { project, token: async () => google.token, origin: google.url };
      const secrets = asked as Readonly<Record<string, string>>;
      const askSecret = async (name: string) => secrets[name] ?? '';
      const opening = {
        google: new Google(access),
        file: aProjectFile,
        stripe: () => ownStripe(),
        askSecret,
      };
      const opened = steps.filter(({ name }) => !deployment.includes(name));
      return apply(opened, opening, () => {}).then(
        () => true,
        () => false,
      );
    };
    expect(await tryIt()).toBe(true);
    const changes = google.takeChanges().length;
    for (const when of ['before', 'after'] as const) {
      for (let nth = 0; nth < changes; nth++) {
        google.clear();
        let left = nth;
        google.failOn(({ method, path }) => {
          const isChange = method !== 'GET' && !path.endsWith(':getIamPolicy');
          if (isChange) left -= 1;
          return isChange && left === -1 ? when : undefined;
        });
        expect([nth, await tryIt()]).toEqual([nth, false]);
        expect([nth, await tryIt()]).toEqual([nth, true]);
        google.failOn(undefined);
        google.takeChanges();
        expect(await tryIt()).toBe(true);
        expect(google.takeChanges()).toEqual([]);
      }
    }
  });

  test('two people who open it at once do not undo what the other did', async () => {
    const both = await Promise.all([launch('apply'), launch('apply')]);
    expect(both.map(({ code, output }) => [code, output.includes(done)])).toEqual([
      [0, true],
      [0, true],
    ]);
    expect(await launch('check')).toMatchObject({ code: 0 });
    expect(google.project.policy.policy.bindings.map(({ role }) => role).sort()).toEqual(
      [...new Set(google.project.policy.policy.bindings.map(({ role }) => role))].sort(),
    );
  });

  test('roles that others have stay', async () => {
    const other = { role: 'roles/datastore.user', members: ['user:ana@music.test'] };
    google.project.policy.policy.bindings.push(structuredClone(other));
    await launch('apply');
    expect(
      google.project.policy.policy.bindings.find(({ role }) => role === other.role)?.members,
    ).toEqual([...other.members, 'serviceAccount:functions@our-music.iam.gserviceaccount.com']);
  });

  test.each([
    [
      'a permission',
      () => google.deny('iam.serviceAccounts.create'),
      'You lack the permission iam.serviceAccounts.create.',
    ],
    ['billing', () => google.setBilling(false), 'The project has no billing account.'],
  ])('without %s says in one sentence how to mend it', async (_what, take, sentence) => {
    take();
    const { code, lines } = await launch('apply');
    google.deny('iam.serviceAccounts.create', false);
    expect(code).toBe(1);
    expect(lines.at(-1)).toContain(sentence);
  });

  test('a file that is not filled in, or has an unknown key, is refused', async () => {
    const file = inRepository('deploy/production.json');
    expect(await launch('plan', { file })).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not filled in'),
    });
    const wrong = join(folder, 'wrong.json');
    writeFileSync(wrong, JSON.stringify({ ...aProjectFile, colour: 'red' }));
    expect((await launch('plan', { file: wrong })).output).toContain('colour is no setting');
    expect(google.takeChanges()).toEqual([]);
  });
});

describe('[N-LCH-03] opening a shop at Stripe', () => {
  const url = 'https://us-central1-our-music.cloudfunctions.net/stripeWebhook';
  const endpoints = async () => (await ownStripe().webhookEndpoints.list()).data;
  const kept = () => google.project.secrets.get('STRIPE_WEBHOOK_SECRET');
  const changes = async () =>
    ((await (await fetch(`${stripe.url}/_test/calls?method=POST`)).json()) as { calls: object[] })
      .calls.length;

  test('it tells the shop of exactly what its webhook handles, and pays nothing out by itself', async () => {
    await launch('apply');
    expect(await endpoints()).toMatchObject([
      { url, status: 'enabled', enabled_events: [...webhookEvents].sort() },
    ]);
    expect(kept()).toEqual([expect.stringMatching(/^whsec_/)]);
    const { payments } = await ownStripe().balanceSettings.retrieve();
    expect(payments.payouts?.schedule?.interval).toBe('manual');
    const before = await changes();
    await launch('apply', { input: '' });
    expect(await changes()).toBe(before);
  });

  test.each(['before', 'after'])(
    'an apply whose requests failed %s their effect goes on, with one endpoint',
    async (mode) => {
      for (const path of ['/v1/webhook_endpoints', '/v1/balance_settings']) {
        const fault = { method: 'POST', path, mode, kind: 'reset', times: 2 };
        await fetch(`${stripe.url}/_test/faults`, { method: 'POST', body: JSON.stringify(fault) });
        expect(await launch('apply')).toMatchObject({ code: 1 });
      }
      expect(await launch('apply')).toMatchObject({ code: 0 });
      expect(await endpoints()).toHaveLength(1);
      expect(kept()).toHaveLength(1);
    },
  );

  test('an endpoint whose secret nobody has is switched off, and another made', async () => {
    const { id } = await ownStripe().webhookEndpoints.create({ url, enabled_events: ['*'] });
    await launch('apply');
    const all = await endpoints();
    expect(all).toHaveLength(2);
    for (const one of all) expect(one.status).toBe(one.id === id ? 'disabled' : 'enabled');
    expect(await launch('check')).toMatchObject({ code: 0 });
  });

  test('an account at Stripe without a name on statements is left to a person', async () => {
    const [port, projectId, secretKey] = [0, 'demo-launch', asked.STRIPE_SECRET_KEY];
    const unnamed = await startStripe({ port, projectId, secretKey, merchant: '' });
    const { code, lines } = await launch('apply', { stripeUrl: unnamed.url });
    await unnamed.close();
    expect([code, lines.at(-1)]).toEqual([
      0,
      expect.stringMatching(/^stripe: card statements do not say who was paid: .*to do\)$/),
    ]);
  });

  test('check names what was changed by hand, and apply changes it back', async () => {
    await launch('apply');
    const [endpoint] = await endpoints();
    await ownStripe().webhookEndpoints.update(String(endpoint?.id), { enabled_events: ['*'] });
    const payouts = { schedule: { interval: 'daily' } } as const;
    await ownStripe().balanceSettings.update({ payments: { payouts } });
    expect((await launch('check')).lines).toEqual([
      'stripe: Stripe tells the shop of other events than it handles',
      'stripe: Stripe pays out the balance that backs what users may cash out, by itself',
    ]);
    await ownStripe().webhookEndpoints.update(String(endpoint?.id), { disabled: true });
    expect((await launch('check')).lines[0]).toBe(
      'stripe: Stripe does not tell the shop of payments',
    );
    expect(await launch('apply', { input: '' })).toMatchObject({ code: 0 });
    expect(kept()).toHaveLength(2);
    expect(await launch('check')).toMatchObject({ code: 0 });
  });
});

describe('[N-LCH-03] check names what was taken away by hand', () => {
  const functions = 'functions@our-music.iam.gserviceaccount.com';
  const rebuild = 'rebuild@our-music.iam.gserviceaccount.com';
  const provider = 'workloadIdentityPools/github/providers/github';
  const without = (role: string) => {
    const { policy } = google.project.policy;
    policy.bindings = policy.bindings.filter((one) => one.role !== role);
  };
  beforeEach(async () => {
    await launch('apply');
  });

  test('all at once, each in a line', async () => {
    const { project } = google;
    const logins = project.logins as { authorizedDomains: string[]; [key: string]: unknown };
    const taken: readonly (readonly [() => unknown, string])[] = [
      [
        () => project.enabled.delete('cloudscheduler.googleapis.com'),
        'services: not enabled: cloudscheduler.googleapis.com',
      ],
      [() => project.accounts.delete(rebuild), `accounts: no account ${rebuild}`],
      [
        () => without('roles/firebaseauth.admin'),
        `serviceAccount:${functions} lacks roles/firebaseauth.admin`,
      ],
      [
        () => project.accounts.get(functions)?.set({ bindings: [] }),
        'accounts: the functions may not sign addresses of whole songs',
      ],
      [
        () => Object.assign(project.pools.get(provider) ?? {}, { attributeCondition: '' }),
        'lets in others than the repository us/our-music',
      ],
      [
        () =>
          Object.assign(project.database ?? {}, {
            deleteProtectionState: 'DELETE_PROTECTION_DISABLED',
          }),
        'documents: the database may be deleted',
      ],
      [
        () => Object.assign(project.database ?? {}, { pointInTimeRecoveryEnablement: '' }),
        'documents: documents cannot be set back to an earlier minute',
      ],
      [() => project.backups.shift(), 'documents: no daily backup'],
      [() => project.backups.shift(), 'documents: no weekly backup'],
      [() => Object.assign(logins, { signIn: {} }), 'logins: nobody can log in with a password'],
      [
        () => Object.assign(logins, { authorizedDomains: [] }),
        'logins: links of e-mails may not lead to music.test',
      ],
      [
        () => Object.assign(logins, { client: {} }),
        'logins: users can delete their login past our own way',
      ],
      [
        () => Object.assign(logins, { emailPrivacyConfig: {} }),
        'logins: strangers can find out who has an account',
      ],
      [
        () => project.buckets.set('our-music.firebasestorage.app', {}),
        'files: files that are overwritten are lost',
      ],
      [() => undefined, 'files: files that are deleted are lost'],
      [
        () => project.secrets.delete('STRIPE_WEBHOOK_SECRET'),
        'stripe: no secret STRIPE_WEBHOOK_SECRET',
      ],
      [() => project.secrets.set('PUBLIC_LOG_KEY', []), 'secrets: no secret PUBLIC_LOG_KEY'],
    ];
    for (const [take] of taken) take();
    const { code, output, lines } = await launch('check');
    expect(code).toBe(1);
    for (const [, sentence] of taken) expect(output).toContain(sentence);
    // The repository may not act as the account that is gone, either.
    expect(lines).toHaveLength(taken.length + 1);
    expect(
      google.takeChanges().filter(({ path }) => !path.includes('token')).length,
    ).toBeGreaterThan(0);
  });

  test('a bucket that nobody made is left to a person', async () => {
    google.project.buckets.clear();
    const { code, output } = await launch('check');
    expect(code).toBe(1);
    expect(output).toContain('no bucket our-music.firebasestorage.app: open Storage in Firebase');
    expect(output).toContain('(for a person to do)');
  });
});
