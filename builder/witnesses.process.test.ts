import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aPublicLog, someLines } from '@datchain/testing/server/a-public-log.ts';
import { testSigner } from '@datchain/testing/server/public-log.ts';
import { base64Of, bytesOfText, textOfBytes } from '@datchain/tlog/bytes.ts';
import { formatVkey, type NoteKey, readVkey } from '@datchain/tlog/keys.ts';
import {
  consistencyRanges,
  foldHashes,
  type Hash,
  leafHash,
  listSubtrees,
} from '@datchain/tlog/merkle.ts';
import { checkSignature, type Note, readNote } from '@datchain/tlog/note.ts';
import { readPolicy } from '@datchain/tlog/policy.ts';
import { madeLines, madeLog } from '@datchain/tlog/testing/made-log.ts';
import { vector } from '@datchain/tlog/testing/vector.ts';
import { completeHash } from '@datchain/tlog/tiles.ts';
import { Witness, witnessServer } from '@datchain/tlog/witness.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLiveCheckpoint } from './live-checkpoint.ts';
import { addLog } from './log-files.ts';
import { treeDir } from './log-folder.ts';
import { SiteTree } from './site-tree.ts';
import { type AskOptions, askWitnesses, WitnessRefusal } from './witnesses.ts';

let folder = '';
let witness: Witness;
let server: ReturnType<typeof witnessServer>;
let url = '';

const NOW = vector.cosignedSeconds;

function start(): void {
  const { witnessName: name, witnessSeed: seed, logKey } = vector;
  witness = new Witness({
    name,
    seed,
    stateFolder: folder,
    logs: [logKey, formatVkey(testSigner)],
    now: () => NOW,
  });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'witness-'));
  start();
  server = witnessServer(witness);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true });
});

function proofOf(from: number, to: number, forkedFrom?: number): Hash[] {
  const leaves = madeLines(to, forkedFrom).map((line) => leafHash(bytesOfText(line)));
  return consistencyRanges(from, to).map((range) =>
    foldHashes(
      listSubtrees(range).map(({ level, index }) =>
        completeHash(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
      ),
    ),
  );
}

const noteOf = async (size: number, forkedFrom?: number): Promise<string> => {
  const log = await madeLog({ size, ...(forkedFrom === undefined ? {} : { forkedFrom }) });
  return textOfBytes(log.get('tlog/checkpoint') as Uint8Array) as string;
};

const bodyOf = (old: number, proof: readonly Hash[], note: string): string =>
  `old ${old}\n${proof.map((hash) => `${base64Of(hash)}\n`).join('')}\n${note}`;

const post = async (body: string) => {
  const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
  return {
    status: response.status,
    body: await response.text(),
    type: response.headers.get('content-type'),
  };
};

test('the witness of the test vector has the expected key and signs the expected bytes', async () => {
  expect(witness.vkey).toBe(vector.witnessKey);
  const [text = '', signatures = ''] = vector.note.split('\n\n');
  const [own = '', cosigned = ''] = signatures.split('\n');
  expect(await post(`old 0\n\n${text}\n\n${own}\n`)).toMatchObject({
    status: 200,
    body: `${cosigned}\n`,
  });
});

test('our witness cosigns a growing log of any size, also after a restart', async () => {
  let old = 0;
  for (const size of [1, 2, 3, 4, 7, 8, 20, 21, 64, 65]) {
    start();
    const answer = witness.addCheckpoint(bodyOf(old, proofOf(old, size), await noteOf(size)));
    expect([size, answer.status]).toEqual([size, 200]);
    old = size;
  }
  const again = witness.addCheckpoint(bodyOf(old, [], await noteOf(old)));
  expect(again.status).toBe(200);
});

test('each wrong request gets the answer of C2SP tlog-witness', async () => {
  expect((await post(bodyOf(0, [], await noteOf(5)))).status).toBe(200);
  const hash = leafHash(bytesOfText('x'));
  const stranger = textOfBytes(
    (await madeLog({ origin: 'else.example' })).get('tlog/checkpoint') ?? new Uint8Array(),
  );
  const unsigned = textOfBytes(
    (await madeLog({ seeds: ['03'.repeat(32)] })).get('tlog/checkpoint') ?? new Uint8Array(),
  );
  const note = await noteOf(8);
  const proof = proofOf(5, 8);
  const cases: [string, string, number][] = [
    ['no note', 'old 5\n\n', 400],
    ['no old size', `${note}`, 400],
    ['a leading zero', bodyOf(5, proof, note).replace('old 5', 'old 05'), 400],
    ['a hash that is short', `old 5\nAAAA\n\n${note}`, 400],
    ['64 hashes', bodyOf(5, Array(64).fill(hash), note), 400],
    ['an old size above the new one', bodyOf(9, [], note), 400],
    ['another origin', bodyOf(5, proof, stranger ?? ''), 404],
    ['another key', bodyOf(5, proof, unsigned ?? ''), 403],
    ['a changed root', bodyOf(5, proof, note.replace(/\n8\n./, '\n8\n/')), 403],
    ['another old size', bodyOf(4, proofOf(4, 8), note), 409],
    ['no proof', bodyOf(5, [], note), 422],
    ['a hash too many', bodyOf(5, [...proof, hash], note), 422],
    ['a fork', bodyOf(5, proofOf(5, 8, 2), await noteOf(8, 2)), 422],
    ['a fork of the same size', bodyOf(5, [], await noteOf(5, 2)), 422],
    ['an old backup', bodyOf(3, [], await noteOf(3)), 409],
  ];
  for (const [what, body, status] of cases) {
    expect([what, (await post(body)).status]).toEqual([what, status]);
  }
  expect(await post(bodyOf(0, [], note))).toEqual({
    status: 409,
    body: '5\n',
    type: 'text/x.tlog.size',
  });
  expect((await post(bodyOf(5, proof, note))).status).toBe(200);
});

test('a witness signs one of five simultaneous requests and refuses the others', async () => {
  const notes = await Promise.all([3, 4, 5, 6, 7].map((size) => noteOf(size)));
  const answers = await Promise.all(notes.map((note) => post(bodyOf(0, [], note))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
});

test('the witness serves the latest checkpoint with both signatures, and no unknown log', async () => {
  await post(bodyOf(0, [], await noteOf(5)));
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(vector.origin)));
  const response = await fetch(`${url}/${hash.toString('hex')}/checkpoint`);
  const note = readNote(await response.text());
  for (const vkey of [vector.logKey, vector.witnessKey]) {
    const key = readVkey(vkey);
    expect(note && key && (await checkSignature(note, key)).is).toBe('valid');
  }
  expect((await fetch(`${url}/${'0'.repeat(64)}/checkpoint`)).status).toBe(404);
});

const read = (text: string) => readNote(text) as Note;
const witnessKey = readVkey(vector.witnessKey) as NoteKey;

const policyOf = (...addresses: string[]) => {
  const [first = url, ...more] = addresses;
  expect(more).toEqual([]);
  return readPolicy(
    `log ${vector.logKey}\nwitness w1 ${vector.witnessKey} ${first}\nquorum none\n`,
  );
};

async function askAll(note: Note, options: Omit<AskOptions, 'log'>) {
  const said: string[] = [];
  const { text, signatures } = await askWitnesses(note, {
    ...options,
    log: (line) => said.push(line),
  });
  expect(text).toBe(note.text);
  return { signatures, said };
}

test('a witness cosigns for the rebuild whether or not it has seen the log before', async () => {
  for (const size of [3, 9, 9]) {
    const prove = (from: number) => proofOf(from, size);
    const note = read(await noteOf(size));
    const { signatures, said } = await askAll(note, { policy: policyOf(), prove });
    expect(said).toEqual([]);
    expect(signatures).toHaveLength(2);
    const seen = { text: note.text, signatures };
    expect(await checkSignature(seen, witnessKey)).toEqual({ is: 'valid', seconds: NOW });
  }
});

test('a witness that is down or answers without a valid signature adds none, which is logged', async () => {
  const note = read(await noteOf(3));
  const prove = () => [];
  const down = policyOf('http://127.0.0.1:9');
  const said = ['The witness w1 did not cosign the log.'];
  const alone = { signatures: note.signatures, said };
  expect(await askAll(note, { policy: down, prove })).toEqual(alone);
  for (const body of ['', '— x y\n', vector.note, vector.note.replace('FeeKvQ', 'FeeKvA')]) {
    const answer: typeof fetch = async () => new Response(body);
    const asked = await askAll(note, { policy: policyOf(), prove, fetch: answer });
    expect(asked).toEqual(alone);
  }
});

test('a fork or an old backup stops the rebuild with a sentence', async () => {
  await post(bodyOf(0, [], await noteOf(5)));
  const ask = async (size: number, forkedFrom?: number) =>
    askAll(read(await noteOf(size, forkedFrom)), {
      policy: policyOf(),
      prove: (from) => proofOf(from, size, forkedFrom),
    });
  await expect(ask(3)).rejects.toThrow(WitnessRefusal);
  await expect(ask(3)).rejects.toThrow('The witness w1 has seen 5 lines; ours has 3.');
  await expect(ask(8, 2)).rejects.toThrow('has seen another log than this one');
  expect((await ask(8)).said).toEqual([]);
});

const asking = (address: string) => `witness w1 ${vector.witnessKey} ${address}\nquorum w1\n`;
const down = 'http://127.0.0.1:9';

test('a published checkpoint keeps one signature of a witness that is down, until the log grows', async () => {
  const lines = someLines(301);
  const said: string[] = [];
  const publish = async (size: number, before: string, address: string, witnesses = 1) => {
    const siteDir = mkdtempSync(join(folder, 'site-'));
    const problem = await addLog(SiteTree.empty(siteDir), await aPublicLog(lines.slice(0, size)), {
      work: join(folder, 'work'),
      live: readLiveCheckpoint(before),
      isContinued: false,
      witnesses: asking(address),
      log: (line) => said.push(line),
    });
    expect(problem).toBeUndefined();
    const published = (file: string) => readFileSync(join(siteDir, treeDir, file), 'utf8');
    expect(published('policy')).toBe(`log ${formatVkey(testSigner)}\n${asking(address)}`);
    const note = read(published('checkpoint'));
    expect(note.signatures).toHaveLength(1 + witnesses);
    expect((await checkSignature(note, witnessKey)).is).toBe(witnesses > 0 ? 'valid' : 'absent');
    return siteDir;
  };
  const first = await publish(200, join(folder, 'none'), url);
  const grown = await publish(300, first, url);
  const again = await publish(300, grown, url);
  expect(said).toEqual([]);
  const silent = await publish(300, again, down);
  expect(said).toEqual(['The witness w1 did not cosign the log.']);
  // The witness has not seen line 301.
  await publish(301, silent, down, 0);
});

test('a refusal by a witness stops a continued log at once, instead of writing it whole', async () => {
  const lines = someLines(300);
  const site = SiteTree.empty(join(folder, 'site'));
  const said: string[] = [];
  const add = async (size: number, signedSizes: readonly number[], isContinued: boolean) =>
    addLog(site, await aPublicLog(lines.slice(0, size), signedSizes), {
      work: join(folder, 'work'),
      live: readLiveCheckpoint(site.dir),
      isContinued,
      witnesses: asking(url),
      log: (line) => said.push(line),
    });
  expect(await add(200, [200], false)).toBeUndefined();
  const other = await aPublicLog(lines);
  expect(
    await addLog(SiteTree.empty(join(folder, 'other')), other, {
      work: join(folder, 'work'),
      live: undefined,
      isContinued: false,
      witnesses: asking(url),
      log: (line) => said.push(line),
    }),
  ).toBeUndefined();
  await expect(add(201, [200, 201], true)).rejects.toThrow(WitnessRefusal);
  expect(said).toEqual([]);
});
