import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Key } from './id-tokens.ts';

/** What tells the SDKs and our own code that they run on a local stack. */
const localOnly = [
  'FUNCTIONS_EMULATOR',
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FIREBASE_DEBUG_MODE',
  'FIREBASE_DEBUG_FEATURES',
];

export interface Production {
  /** Below it are the functions, by name. */
  readonly url: string;
  /** Whether Google's public keys can be fetched; at first they cannot. */
  serveKeys(on: boolean): void;
  /** How often they were asked for. */
  asked(): number;
  close(): Promise<void>;
}

/** Starts a process that serves the functions on the test's stores, but checks tokens for real. */
export async function startProduction(projectId: string, key: Key): Promise<Production> {
  let serving = false;
  let asked = 0;
  const keys = createServer((request, response) => {
    asked += 1;
    const found = serving && request.url?.includes('/securetoken@system.gserviceaccount.com');
    const headers = { 'content-type': 'application/json', 'cache-control': 'max-age=3600' };
    response.writeHead(found ? 200 : 500, headers);
    response.end(JSON.stringify(found ? { [key.kid]: key.pem } : {}));
  });
  keys.listen(0, '127.0.0.1');
  await once(keys, 'listening');

  const program = fileURLToPath(new URL('./production-process.ts', import.meta.url));
  const env = { ...process.env, NODE_ENV: 'production', K_SERVICE: 'functions' };
  for (const name of localOnly) delete env[name as keyof typeof env];
  const { port: keysPort } = keys.address() as AddressInfo;
  const child = fork(program, [String(keysPort), projectId], {
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}/${projectId}/us-central1`,
    serveKeys(on) {
      serving = on;
    },
    asked: () => asked,
    async close() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
      keys.closeAllConnections();
      keys.close();
    },
  };
}
