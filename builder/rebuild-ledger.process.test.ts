import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { databaseEnv } from './rebuild-ledger.ts';

test("the rebuild uses a local stack's fixed ports", () => {
  expect(databaseEnv({}, true)).toMatchObject({
    GOOGLE_CLOUD_PROJECT: 'demo-dats',
    FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080',
    DATABASE_URL: 'http://127.0.0.1:9000?ns=demo-dats-default-rtdb',
  });
});

test("the environment's addresses take precedence over a local stack's", () => {
  const env = {
    FIRESTORE_EMULATOR_HOST: '127.0.0.1:1',
    DATABASE_URL: 'http://127.0.0.1:2?ns=demo-x',
  };
  expect(databaseEnv(env, true)).toMatchObject(env);
});

test('the rebuild uses production only if the environment names it, even after a local stack has run', () => {
  const env = { GOOGLE_CLOUD_PROJECT: 'real', DATABASE_URL: 'https://real.firebaseio.com' };
  expect(databaseEnv(env, true)).toEqual(env);
  expect(databaseEnv({}, false)).toEqual({});
});

test('--help names every option', () => {
  const script = fileURLToPath(new URL('./rebuild-ledger.ts', import.meta.url));
  const help = execFileSync(process.execPath, [script, '--help']).toString();
  for (const option of ['--watch', '--dry-run', '--force', '--allow-empty', '--live', '--site']) {
    expect(help).toContain(option);
  }
});
