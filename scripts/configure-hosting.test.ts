import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { deployedHosting } from './configure-hosting.ts';

const { hosting } = JSON.parse(readFileSync(new URL('../firebase.json', import.meta.url), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'datchain-hosting-config-'));
const site = join(folder, 'site');
for (const file of ['about.html', 'portal/index.html', 'portal/assets/app-1f.js', '_astro/a.css']) {
  mkdirSync(join(site, file, '..'), { recursive: true });
  writeFileSync(join(site, file), '');
}
writeFileSync(join(site, '_astro/b(2).css'), '');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('[N-LCH-05] rewrites lead to functions in the one region where all of them run', () => {
  const rewrites: { function?: { region: string } }[] = hosting.rewrites;
  const regions = rewrites.flatMap(({ function: to }) => (to ? [to.region] : []));
  expect(regions.length).toBeGreaterThan(5);
  expect([...new Set(regions)]).toEqual([functionsRegion]);
});

const env = {
  GOOGLE_CLOUD_PROJECT: 'our-music',
  DATABASE_URL: 'https://our-music-default-rtdb.firebaseio.com',
};
const policiesOf = (databaseUrl: string, appCheckKey = ''): string[] =>
  deployedHosting(site, {
    ...env,
    DATABASE_URL: databaseUrl,
    APP_CHECK_SITE_KEY: appCheckKey,
  }).headers.flatMap(({ headers }) =>
    headers.filter(({ key }) => key === 'Content-Security-Policy').map(({ value }) => value),
  );
const wildcards = (policy: string): string[] => policy.match(/\S*\*\S*/g) ?? [];

describe('the configuration of Hosting', () => {
  test('only existing files with a hash in their name are marked immutable', () => {
    const { headers } = deployedHosting(site, env);
    const forGood = headers.filter((rule) => JSON.stringify(rule).includes('immutable'));
    expect(forGood.map(({ source }) => source)).toEqual([
      '/portal/assets/@(app-1f.js)',
      '/_astro/@(a.css)',
    ]);
    expect(JSON.stringify(hosting)).not.toContain('immutable');
  });

  test('the deployed configuration names the site’s folder, and otherwise equals firebase.json', () => {
    const { headers: _, ...deployed } = deployedHosting(site, env);
    const { headers: __, ...filed } = hosting;
    expect(deployed).toEqual({ ...filed, public: 'site' });
  });

  test('the policy names our functions and one domain of databases', () => {
    const [framed = '', ...policies] = policiesOf(env.DATABASE_URL).reverse();
    expect(policies).toHaveLength(2);
    // The embedded player calls no functions, and any site may frame it.
    expect(wildcards(framed)).toEqual(['*']);
    for (const policy of policies) {
      expect(wildcards(policy)).toEqual(['https://*.firebaseio.com', 'wss://*.firebaseio.com']);
      expect(policy).toContain(' https://us-central1-our-music.cloudfunctions.net;');
    }
    const [regional = ''] = policiesOf('https://x.europe-west1.firebasedatabase.app/');
    expect(wildcards(regional)).toEqual([
      'https://*.europe-west1.firebasedatabase.app',
      'wss://*.europe-west1.firebasedatabase.app',
    ]);
  });

  test('incomplete settings and a database at another domain are refused', () => {
    expect(() => deployedHosting(site, { ...env, DATABASE_URL: '' })).toThrow('DATABASE_URL');
    expect(() => deployedHosting(site, { ...env, GOOGLE_CLOUD_PROJECT: '' })).toThrow('Set');
    for (const url of ['https://db.example', 'https://x.firebaseio.com.evil.example', 'http://a']) {
      expect(() => policiesOf(url)).toThrow(`${url} is no address of a Realtime Database.`);
    }
  });

  test('without a reCAPTCHA key the policy allows no Google scripts', () => {
    expect(policiesOf(env.DATABASE_URL).join()).not.toMatch(/google\.com|gstatic|frame-src/);
  });

  test.each([
    ['enterprise', 'https://www.google.com/recaptcha/enterprise.js'],
    ['v3', 'https://www.google.com/recaptcha/api.js'],
  ])(
    'with a %s key every policy of pages that call us allows its script, frame and requests',
    (kind, script) => {
      const [framed, ...policies] = policiesOf(env.DATABASE_URL, `${kind}:6Lc-key_1`).reverse();
      expect(policies).toHaveLength(2);
      expect(framed).toBe(policiesOf(env.DATABASE_URL).at(-1));
      for (const policy of policies) {
        expect(policy).toMatch(/script-src 'self' 'sha256-[^;]* https:\/\/www\.gstatic\.com/);
        expect(policy).toContain(` ${script} `);
        expect(policy).toContain('frame-src https://www.google.com/recaptcha/');
        expect(policy).toMatch(
          /connect-src [^;]* https:\/\/content-firebaseappcheck\.googleapis\.com/,
        );
        expect(policy).not.toContain('unsafe');
      }
    },
  );

  test('an App Check key that does not name its kind is refused', () => {
    for (const key of ['6Lc-key', 'v2:6Lc-key', 'v3:', 'v3:a;b', ' v3:a']) {
      expect(() => policiesOf(env.DATABASE_URL, key), key).toThrow('APP_CHECK_SITE_KEY');
    }
  });

  test('the rebuild workflow configures Hosting before it deploys the site', () => {
    const workflow = readFileSync(
      new URL('../.github/workflows/rebuild-ledger.yml', import.meta.url),
      'utf8',
    );
    expect(workflow).toMatch(
      /configure-hosting\.ts --site dist\/site\n\s+node scripts\/deploy-site\.ts --site dist\/site\n/,
    );
  });
});
