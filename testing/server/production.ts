import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import { type Google, startGoogle } from './google.ts';
import { aKey, type Key } from './id-tokens.ts';
import { inOneFile } from './one-file.ts';

/** The variables that tell the SDKs and our own code that they run on a local stack. */
const localOnly = [
  'FUNCTIONS_EMULATOR',
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FIREBASE_DEBUG_MODE',
  'FIREBASE_DEBUG_FEATURES',
  'APP_CHECK_EMULATOR_HOST',
];

export interface Production {
  readonly url: string;
  readonly google: Google;
  close(): Promise<void>;
}

interface Options {
  readonly projectId: string;
  readonly key: Key;
  readonly appCheckKey?: Key;
  readonly authUrl: string;
  /** Additional variables; an undefined value unsets one. */
  readonly env?: Record<string, string | undefined>;
}

const program = fileURLToPath(new URL('./production-process.ts', import.meta.url));

function serviceAccount(projectId: string, { privateKey }: Key): string {
  return JSON.stringify({
    type: 'service_account',
    project_id: projectId,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: `server@${projectId}.iam.gserviceaccount.com`,
  });
}

/**
 * Starts a process that serves the functions on the test's stores, but checks tokens and accounts
 * like production.
 *
 * @throws with the output of the process when it does not start
 */
export async function startProduction(options: Options): Promise<Production> {
  const { projectId, key, appCheckKey = aKey('app-check'), authUrl } = options;
  const google = await startGoogle({ key, appCheckKey, authUrl });
  const folder = mkdtempSync(join(tmpdir(), 'production-'));
  const credentials = join(folder, 'account.json');
  writeFileSync(credentials, serviceAccount(projectId, key));

  const env: Record<string, string | undefined> = { ...process.env };
  for (const name of localOnly) delete env[name];
  Object.assign(env, { NODE_ENV: 'production', K_SERVICE: 'functions' });
  Object.assign(env, { GOOGLE_APPLICATION_CREDENTIALS: credentials }, options.env);
  const child = fork(await inOneFile(program), [String(google.port), projectId], {
    env: env as NodeJS.ProcessEnv,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk).slice(-4_000);
  });
  // 'close' comes after the last output, which explains the failure.
  const gone = once(child, 'close');
  const [message] = await Promise.race([once(child, 'message'), gone]);
  const clear = () => {
    google.close();
    rmSync(folder, { recursive: true });
  };
  if (typeof message !== 'object' || message === null) {
    clear();
    throw new Error(`The server did not start:\n${said}`);
  }
  return {
    url: `http://127.0.0.1:${message.port}/${projectId}/${functionsRegion}`,
    google,
    async close() {
      child.kill();
      await gone;
      clear();
    },
  };
}
