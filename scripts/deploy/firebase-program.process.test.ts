import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inRepository } from '../lib/root.ts';
import { type HostingApiStandIn, projectId, startHostingApi } from './testing/hosting-api.ts';

// The Firebase CLI takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let hosting: HostingApiStandIn;
let folder: string;

beforeEach(async () => {
  hosting = await startHostingApi();
  folder = mkdtempSync(join(tmpdir(), 'datchain-deploy-'));
  mkdirSync(join(folder, 'site/portal/assets'), { recursive: true });
});

afterEach(async () => {
  await hosting.close();
  rmSync(folder, { recursive: true, force: true });
});

const write = (path: string, content: string) => writeFileSync(join(folder, path), content);

const services = [
  'FIREBASE_HOSTING_API_URL',
  'FIREBASE_API_URL',
  'FIREBASE_SERVICE_USAGE_URL',
  'FIREBASE_RESOURCEMANAGER_URL',
  'FIREBASE_FUNCTIONS_URL',
  'FIREBASE_FUNCTIONS_V2_URL',
  'CLOUD_RUN_API_URL',
  'CLOUD_RUN_URL',
];

async function run(script: string): Promise<string> {
  write('subject', 'the workflow');
  const audience =
    '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q';
  const credentials = {
    type: 'external_account',
    audience,
    token_url: `${hosting.url}/token`,
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    credential_source: { file: join(folder, 'subject') },
  };
  write('credentials.json', JSON.stringify(credentials));
  const child = spawn(process.execPath, [inRepository(script), '--site', join(folder, 'site')], {
    env: {
      ...process.env,
      ...Object.fromEntries(services.map((name) => [name, hosting.url])),
      GOOGLE_APPLICATION_CREDENTIALS: join(folder, 'credentials.json'),
      GOOGLE_CLOUD_PROJECT: projectId,
      DATABASE_URL: `https://${projectId}-default-rtdb.firebaseio.com`,
      XDG_CONFIG_HOME: join(folder, 'config'),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code, output).toBe(0);
  return output;
}

test('the Firebase CLI deploys the whole site, and the next time only changes are sent', async () => {
  write('site/index.html', 'one');
  write('site/portal/index.html', 'two');
  write('site/portal/assets/app-1f.js', 'three');
  write('site/.well-kept', 'not served');
  await run('scripts/configure-hosting.ts');
  expect(await run('scripts/deploy-site.ts')).toContain('Deploy complete!');
  const whole = hosting.live();
  const names = ['/index.html', '/portal/assets/app-1f.js', '/portal/index.html'];
  expect([...whole.files.keys()].sort()).toEqual(names);
  const settings = JSON.stringify(whole.config);
  expect(settings).toContain('"path":"/portal/index.html"');
  expect(settings).toContain('/portal/assets/@(app-1f.js)');

  write('site/index.html', 'other');
  await run('scripts/configure-hosting.ts');
  expect(await run('scripts/deploy-site.ts')).toBe('Deployed 1 of 3 files; 0 removed.\n');
  const changed = hosting.live();
  expect(changed.name).not.toBe(whole.name);
  expect(changed.files).toEqual(new Map([...whole.files, ['/index.html', 'other']]));
  expect(changed.config).toEqual(whole.config);
});
