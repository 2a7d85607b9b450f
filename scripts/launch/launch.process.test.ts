import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildVariables } from '@datchain/shared/contracts/project-file.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { deployedHosting } from '../configure-hosting.ts';
import { aProjectFile } from '../deploy/testing/project-file.ts';
import { inRepository } from '../lib/root.ts';
import { Google } from './google.ts';
import { apply } from './step.ts';
import { steps } from './steps.ts';
import { answers, asked, done, opening, skipped } from './testing/opening.ts';

const { folder, google, launch, stripe: stripeOf } = opening();

describe('[N-LCH-03] opening a shop at Google', () => {
  test('plan lists the changes without making them, apply makes them once, and check then finds nothing', async () => {
    const plan = await launch('plan');
    expect(plan.code).toBe(0);
    expect(plan.output).toContain('services: not enabled: ');
    expect(plan.lines.at(-1)).toBe('More will show once the first of it is done.');
    expect(google().takeChanges()).toEqual([]);

    const applied = await launch('apply');
    expect(applied).toMatchObject({ code: 0, output: expect.stringContaining(done) });
    expect(google().takeChanges().length).toBeGreaterThan(15);
    for (const [name, value] of Object.entries(asked)) {
      expect(google().project.secrets.get(name)).toEqual([value]);
    }

    const again = await launch('apply', { input: '' });
    expect(again).toMatchObject({ code: 0, lines: [expect.stringContaining(done)] });
    expect(google().takeChanges()).toEqual([]);
    expect(await launch('check')).toMatchObject({
      code: 0,
      lines: [
        `${done}${join(folder(), 'ours.json')} says, but for ${skipped.join(', ')}: skipped.`,
      ],
    });
  });

  test('no secret is shown, or kept in a file', async () => {
    const { output } = await launch('apply');
    const all = [...google().project.secrets.values()].flat().filter((value) => value !== 'none');
    expect(all).toHaveLength(5);
    const files = readdirSync(folder()).map((name) => readFileSync(join(folder(), name), 'utf8'));
    for (const secret of all) {
      expect(output).not.toContain(secret);
      for (const file of files) expect(file).not.toContain(secret);
    }
  });

  test('a secret of the wrong form is refused, and the next run asks again', async () => {
    const wrong = await launch('apply', { input: 'pk_test_1\n' });
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain(
      "That is not Stripe's secret key, which begins with sk_ or rk_. Nothing was saved.",
    );
    expect(wrong.output).not.toContain('pk_test_1');
    expect(google().project.secrets.size).toBe(0);
    // After a forgotten line, each key is taken for the one before it.
    const forgotten = `${asked.STRIPE_SECRET_KEY}\n${asked.REBUILD_TOKEN}\n`;
    expect((await launch('apply', { input: forgotten })).output).toContain(
      "That is not Resend's key, which begins with re_. Nothing was saved.",
    );
    const missing = await launch('apply', { input: '' });
    expect(missing.output).toContain(
      'MAIL_API_KEY is missing: the standard input has no more lines.',
    );
    const rest = answers.slice(answers.indexOf('\n') + 1);
    const { output } = await launch('apply', { input: rest });
    expect(output).toContain(done);
  });

  test('an apply that failed at any request, before or after its effect, can be continued', async () => {
    const tryIt = async (): Promise<boolean> => {
      const { project } = aProjectFile;
      const access = { project, token: async () => google().token, origin: google().url };
      const secrets = asked as Readonly<Record<string, string>>;
      const askSecret = async (name: string) => secrets[name] ?? '';
      const opening = {
        google: new Google(access),
        file: aProjectFile,
        stripe: stripeOf,
        askSecret,
      };
      const opened = steps.filter(({ name }) => !skipped.includes(name));
      return apply(opened, opening, () => {}).then(
        () => true,
        () => false,
      );
    };
    expect(await tryIt()).toBe(true);
    const changes = google().takeChanges().length;
    for (const when of ['before', 'after'] as const) {
      for (let nth = 0; nth < changes; nth++) {
        google().clear();
        let left = nth;
        google().failOn(({ method, path }) => {
          const isChange = method !== 'GET' && !path.endsWith(':getIamPolicy');
          if (isChange) left -= 1;
          return isChange && left === -1 ? when : undefined;
        });
        expect([nth, await tryIt()]).toEqual([nth, false]);
        expect([nth, await tryIt()]).toEqual([nth, true]);
        google().failOn(undefined);
        google().takeChanges();
        expect(await tryIt()).toBe(true);
        expect(google().takeChanges()).toEqual([]);
      }
    }
  });

  test("two people who apply at once do not undo each other's changes", async () => {
    const both = await Promise.all([launch('apply'), launch('apply')]);
    expect(both.map(({ code, output }) => [code, output.includes(done)])).toEqual([
      [0, true],
      [0, true],
    ]);
    expect(await launch('check')).toMatchObject({ code: 0 });
    expect(
      google()
        .project.policy.policy.bindings.map(({ role }) => role)
        .sort(),
    ).toEqual([...new Set(google().project.policy.policy.bindings.map(({ role }) => role))].sort());
  });

  test('apply keeps existing roles', async () => {
    const other = { role: 'roles/datastore.user', members: ['user:ana@music.test'] };
    google().project.policy.policy.bindings.push(structuredClone(other));
    await launch('apply');
    expect(
      google().project.policy.policy.bindings.find(({ role }) => role === other.role)?.members,
    ).toEqual([...other.members, 'serviceAccount:functions@our-music.iam.gserviceaccount.com']);
  });

  test.each([
    [
      'a permission',
      () => google().deny('iam.serviceAccounts.create'),
      'You lack the permission iam.serviceAccounts.create.',
    ],
    ['billing', () => google().setBilling(false), 'The project has no billing account.'],
  ])('apply without %s says in one sentence what is missing', async (_what, take, sentence) => {
    take();
    const { code, lines } = await launch('apply');
    google().deny('iam.serviceAccounts.create', false);
    expect(code).toBe(1);
    expect(lines.at(-1)).toContain(sentence);
  });

  test('an unknown project and another project’s number are refused with one sentence, and nothing is granted', async () => {
    const other = join(folder(), 'other.json');
    writeFileSync(other, JSON.stringify({ ...aProjectFile, project: 'our-musik' }));
    for (const command of ['plan', 'apply', 'check']) {
      expect(await launch(command, { file: other })).toMatchObject({
        code: 1,
        lines: [expect.stringContaining('Google knows no project our-musik, or you have no part')],
      });
    }
    writeFileSync(other, JSON.stringify({ ...aProjectFile, number: '123456789021' }));
    const applied = await launch('apply', { file: other });
    expect([applied.code, applied.lines.at(-1)]).toEqual([
      1,
      'The number of our-music is 123456789012, not 123456789021: correct "number" in the file.',
    ]);
    expect(google().project.policy.policy.bindings).toEqual([]);
  });

  test('a new value of a secret is asked for, and one of the wrong form is reported', async () => {
    await launch('apply');
    google().project.secrets.set('MAIL_API_KEY', ['nonsense']);
    google().project.secrets.set('STRIPE_WEBHOOK_SECRET', ['abc']);
    const checked = await launch('check');
    expect([checked.code, checked.lines]).toEqual([
      1,
      [
        "secrets: MAIL_API_KEY is not Resend's key, which begins with re_",
        'stripe: STRIPE_WEBHOOK_SECRET is not the signing secret of a webhook',
        'mail: Resend does not know the given key',
      ],
    ]);
    expect(await launch('apply', { input: 're_unknown\n' })).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        'MAIL_API_KEY was refused by its service: is it complete? Nothing was saved.',
      ),
    });
    expect(await launch('apply', { input: `${asked.MAIL_API_KEY}\n` })).toMatchObject({ code: 0 });
    expect(google().project.secrets.get('MAIL_API_KEY')).toEqual(['nonsense', asked.MAIL_API_KEY]);
    google().project.secrets.get('MAIL_API_KEY')?.push('re_takenBack');
    expect(await launch('apply', { input: `${asked.MAIL_API_KEY}\n` })).toMatchObject({
      code: 0,
      output: expect.stringContaining('mail: Resend does not know the given key'),
    });
    expect(await launch('check')).toMatchObject({ code: 0 });
    const [logKey = ''] = google().project.secrets.get('PUBLIC_LOG_KEY') ?? [];
    google().project.secrets.set('PUBLIC_LOG_KEY', ['damaged']);
    expect((await launch('apply', { input: '' })).output).toContain(
      'secrets: PUBLIC_LOG_KEY is not the key of the public log (for a person to do)',
    );
    expect(google().project.secrets.get('PUBLIC_LOG_KEY')).toEqual(['damaged']);
    google().project.secrets.set('PUBLIC_LOG_KEY', [logKey]);
    const given = await launch('secret REBUILD_TOKEN', { input: 'ghp_abc\n' });
    expect(given).toMatchObject({
      code: 0,
      output: expect.stringContaining('REBUILD_TOKEN was saved'),
    });
    expect(google().project.secrets.get('REBUILD_TOKEN')).toEqual(['none', 'ghp_abc']);
    expect((await launch('secret PUBLIC_LOG_KEY', { input: 'x\n' })).output).toContain(
      'PUBLIC_LOG_KEY is not a secret that you can enter. These are: STRIPE_SECRET_KEY, MAIL_API_KEY, REBUILD_TOKEN.',
    );
  });

  test('App Check is enforced only once the live pages have its key', async () => {
    const file = join(folder(), 'enforced.json');
    const appCheck = { mode: 'enforce', siteKey: 'v3:key' };
    writeFileSync(file, JSON.stringify({ ...aProjectFile, appCheck }));
    const pages = (APP_CHECK_SITE_KEY: string) =>
      deployedHosting('dist/site', { ...buildVariables(aProjectFile), APP_CHECK_SITE_KEY });
    expect(await launch('apply', { file })).toMatchObject({ code: 0 });
    google().project.pages = pages('');
    const sentence = 'The pages that are out have no key of App Check';
    for (const command of ['check', 'apply']) {
      const { code, output } = await launch(command, { file });
      expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
    }
    expect(await launch('check')).toMatchObject({ code: 0 });
    google().project.pages = pages('v3:key');
    expect(await launch('check', { file })).toMatchObject({ code: 0 });
  });

  test('a file that is not filled in, or has an unknown key, is refused', async () => {
    const file = inRepository('deploy/production.json');
    expect(await launch('plan', { file })).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not filled in'),
    });
    const wrong = join(folder(), 'wrong.json');
    writeFileSync(wrong, JSON.stringify({ ...aProjectFile, colour: 'red' }));
    expect((await launch('plan', { file: wrong })).output).toContain('colour is no setting');
    expect(google().takeChanges()).toEqual([]);
  });
});

describe('[N-LCH-03] check after manual removals', () => {
  const functions = 'functions@our-music.iam.gserviceaccount.com';
  const rebuild = 'rebuild@our-music.iam.gserviceaccount.com';
  const provider = 'workloadIdentityPools/github/providers/github';
  const without = (role: string) => {
    const { policy } = google().project.policy;
    policy.bindings = policy.bindings.filter((one) => one.role !== role);
  };
  beforeEach(async () => {
    await launch('apply');
  });

  test('check names all removed settings at once, each in its own line', async () => {
    const { project } = google();
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
        'accounts: the functions may not sign URLs of whole songs',
      ],
      [
        () => Object.assign(project.pools.get(provider) ?? {}, { attributeCondition: '' }),
        'allows other repositories than us/our-music',
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
        'documents: documents cannot be restored to an earlier minute',
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
        () => Object.assign(project.site, { maxVersions: '100' }),
        'hosting: more than 30 versions of the site are kept',
      ],
      [
        () => project.domains.delete('music.test'),
        'hosting: music.test is not connected: add it under Hosting in Firebase',
      ],
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
    // One more line: the repository may no longer act as the deleted account.
    expect(lines).toHaveLength(taken.length + 1);
    expect(
      google()
        .takeChanges()
        .filter(({ path }) => !path.includes('token')).length,
    ).toBeGreaterThan(0);
  });

  test.each([
    [
      'a bucket that nobody made',
      () => google().project.buckets.clear(),
      'files: no bucket our-music.firebasestorage.app: open Storage in Firebase',
    ],
    [
      'a domain whose records are missing',
      () => google().project.domains.set('music.test', { hostState: 'HOST_UNHOSTED' }),
      'hosting: music.test does not point to the site yet: set the DNS records that',
    ],
    [
      'a domain whose certificate is being made',
      () => google().project.domains.set('music.test', { hostState: 'HOST_ACTIVE', cert: {} }),
      'hosting: music.test has no certificate yet',
    ],
  ])('%s is left to a person', async (_what, take, sentence) => {
    take();
    const { code, lines } = await launch('check');
    expect([code, lines]).toEqual([1, [expect.stringContaining(sentence)]]);
    expect(lines[0]).toContain('(for a person to do)');
    const applied = await launch('apply');
    expect([applied.code, applied.lines.at(-1)]).toEqual([
      0,
      expect.stringMatching(/^Done, .* The remaining tasks are manual\.$/),
    ]);
  });
});
