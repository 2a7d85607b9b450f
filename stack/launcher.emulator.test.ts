import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isPortFree } from '@datchain/emulators-common/free-port.ts';
import { isRunning, type ProcessMark, signalGroup } from '@datchain/emulators-common/processes.ts';
import { sweep } from '@datchain/testing/pure/scale.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Addresses } from './environment.ts';

type Facts = { addresses: Addresses; restored?: string; wasUnclean: boolean };
type Launched = { child: ChildProcess; lines: Interface; facts: Facts };

const launcher = fileURLToPath(new URL('./testing/launcher.ts', import.meta.url));

let dataDir: string;
let launched: Launched | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'datchain-launcher-'));
});
afterEach(() => {
  if (launched?.child.pid) signalGroup(launched.child.pid, 'SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

async function launch(): Promise<Launched> {
  // As from a terminal, where Ctrl-C reaches every process of the group.
  const child = spawn(process.execPath, [launcher, dataDir], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = await once(lines, 'line');
  launched = { child, lines, facts: JSON.parse(line) };
  return launched;
}

async function end({ child }: Launched, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit');
  process.kill(-Number(child.pid), signal);
  await gone;
}

async function save({ child, lines }: Launched): Promise<string> {
  child.kill('SIGUSR2');
  const [line] = await once(lines, 'line');
  return JSON.parse(line).saved;
}

const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' };

async function send(url: string, method = 'GET', body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: owner,
    body: body === undefined ? null : JSON.stringify(body),
  });
  return response.ok ? response.json() : response.status;
}

function storesOf({ addresses }: Facts) {
  const namespace = 'ns=demo-dats-default-rtdb';
  const documentUrl = `${addresses.firestore}/v1/projects/demo-dats/databases/(default)/documents/tests/one`;
  const accounts = `${addresses.auth}/identitytoolkit.googleapis.com/v1/accounts`;
  const valueUrl = `${addresses.database}/tests/one.json?${namespace}`;
  const customersUrl = `${addresses.stripe}/v1/customers`;
  const bucket = 'b/demo-dats.firebasestorage.app/o';
  const stripe = {
    authorization: 'Bearer sk_test_demo',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const account = { email: 'one@dats.test', password: 'demo-password' };
  return {
    write: async (round: string) => {
      await send(documentUrl, 'PATCH', { fields: { round: { stringValue: round } } });
      await send(valueUrl, 'PUT', round);
      const upload = `${addresses.storage}/upload/storage/v1/${bucket}?uploadType=media&name=tests/one`;
      await fetch(upload, { method: 'POST', body: round });
      await fetch(customersUrl, { method: 'POST', headers: stripe, body: `name=${round}` });
      await send(`${accounts}:signUp?key=k`, 'POST', { ...account, displayName: round });
    },
    read: async () => {
      const document = (await send(documentUrl)) as { fields?: { round: { stringValue: string } } };
      const customers = (await (await fetch(customersUrl, { headers: stripe })).json()) as {
        data: { name: string }[];
      };
      const user = (await send(`${accounts}:signInWithPassword?key=k`, 'POST', account)) as {
        idToken?: string;
      };
      return {
        firestore: document.fields?.round.stringValue,
        database: await send(valueUrl),
        storage: await (await fetch(`${addresses.storage}/${bucket}/tests%2Fone?alt=media`)).text(),
        stripe: customers.data[0]?.name,
        auth: nameIn(user.idToken),
      };
    },
  };
}

const nameIn = (token = ''): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] || 'e30', 'base64url').toString()).name;

const all = (round: string) => ({
  firestore: round,
  database: round,
  storage: round,
  stripe: round,
  auth: round,
});

function childrenOf(): ProcessMark[] {
  return JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')).children;
}

async function expectNobodyLeft(children: ProcessMark[], { addresses }: Facts): Promise<void> {
  expect(children.length).toBeGreaterThanOrEqual(2);
  await vi.waitFor(
    async () => {
      expect(children.filter(isRunning)).toEqual([]);
      for (const address of Object.values(addresses)) {
        expect([address, await isPortFree(Number(new URL(address).port))]).toEqual([address, true]);
      }
    },
    { timeout: 20_000, interval: 100 },
  );
}

describe('the whole stack', () => {
  it.each(sweep<NodeJS.Signals>(['SIGTERM'], ['SIGINT', 'SIGHUP']))(
    'leaves no process after %s, and the next start has the data',
    async (signal) => {
      const first = await launch();
      const children = childrenOf();
      await storesOf(first.facts).write('one');
      await end(first, signal);
      await expectNobodyLeft(children, first.facts);

      const second = await launch();
      expect(second.facts).toMatchObject({ wasUnclean: false });
      expect(await storesOf(second.facts).read()).toEqual(all('one'));
      await end(second, 'SIGINT');
    },
  );

  it('leaves no process after a kill, and all stores return to the same saved state', async () => {
    const first = await launch();
    const children = childrenOf();
    await storesOf(first.facts).write('saved');
    const generation = await save(first);
    await send(
      `${first.facts.addresses.database}/tests/one.json?ns=demo-dats-default-rtdb`,
      'PUT',
      'newer than the other stores',
    );
    const bucket = 'b/demo-dats.firebasestorage.app/o';
    await fetch(`${first.facts.addresses.storage}/${bucket}/tests%2Fone`, { method: 'DELETE' });
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');

    const second = await launch();
    await expectNobodyLeft(children, first.facts);
    expect(second.facts).toMatchObject({ wasUnclean: true, restored: generation });
    expect(await storesOf(second.facts).read()).toEqual(all('saved'));
    await end(second, 'SIGINT');
  });

  it('refuses a second stack on the same data', { tags: 'long' }, async () => {
    const first = await launch();
    const second = spawn(process.execPath, [launcher, dataDir], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let words = '';
    second.stderr.on('data', (chunk) => {
      words += chunk;
    });
    await once(second, 'close');
    expect(words).toContain('is running already');
    await end(first, 'SIGINT');
  });
});
