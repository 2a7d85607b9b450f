import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LogCheckpoint, verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js';
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js';
import { formatVkey, type NoteKey } from '../keys.ts';
import type { Hash } from '../merkle.ts';
import { readNote } from '../note.ts';

export interface Said {
  readonly program: string;
  readonly is: 'OK' | 'WRONG' | 'SKIPPED';
  readonly text: string;
}

const publicKeyOf = ({ publicKey }: NoteKey) =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]),
    format: 'der',
    type: 'spki',
  });

export function askOpenssl(signed: string, key: NoteKey): Said {
  const note = readNote(signed);
  const signature = note?.signatures.find(({ keyId }) => keyId === key.id)?.signature;
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  try {
    const [text, bytes, pem] = ['text', 'signature', 'key'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(text, note?.text ?? '');
    writeFileSync(bytes, signature ?? '');
    writeFileSync(pem, publicKeyOf(key).export({ format: 'pem', type: 'spki' }));
    const { status, stdout, stderr } = spawnSync(
      'openssl',
      ['pkeyutl', '-verify', '-rawin', '-pubin', '-inkey', pem, '-sigfile', bytes, '-in', text],
      { encoding: 'utf8' },
    );
    const said = `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n')[0] || 'it did not run';
    return { program: 'OpenSSL', is: status === 0 ? 'OK' : 'WRONG', text: said };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface Proven {
  readonly index: number;
  readonly entry: Uint8Array;
  readonly hashes: readonly Hash[];
}

export function askSigstore(signed: string, key: NoteKey, entries: readonly Proven[]): Said {
  const program = '@sigstore/verify';
  try {
    const tlogs = [
      {
        logID: Buffer.from(key.id, 'hex'),
        baseURL: key.name,
        publicKey: publicKeyOf(key),
      },
    ] as unknown as Parameters<typeof verifyCheckpoint>[1];
    const envelope = { inclusionProof: { checkpoint: { envelope: signed } } };
    const checkpoint: LogCheckpoint = verifyCheckpoint(
      envelope as unknown as Parameters<typeof verifyCheckpoint>[0],
      tlogs,
    );
    for (const { index, entry, hashes } of entries) {
      const proof = {
        canonicalizedBody: Buffer.from(entry),
        inclusionProof: {
          logIndex: String(index),
          hashes: hashes.map((hash) => Buffer.from(hash)),
        },
      };
      verifyMerkleInclusion(
        proof as unknown as Parameters<typeof verifyMerkleInclusion>[0],
        checkpoint,
      );
    }
    return { program, is: 'OK', text: `${entries.length} entries` };
  } catch (error) {
    return { program, is: 'WRONG', text: error instanceof Error ? error.message : String(error) };
  }
}

const GO_PATH = '/usr/share/gocode';

/** True if Debian's packages golang-go and golang-golang-x-mod-dev are installed. */
export const hasGo =
  existsSync(`${GO_PATH}/src/golang.org/x/mod/sumdb/tlog`) &&
  spawnSync('go', ['version']).status === 0;

export function buildGo(folder: string): string {
  const built = join(folder, 'check');
  const { status, stderr } = spawnSync(
    'go',
    ['build', '-o', built, join(import.meta.dirname, 'check.go')],
    { encoding: 'utf8', env: { ...process.env, GO111MODULE: 'off', GOPATH: GO_PATH } },
  );
  if (status !== 0) throw new Error(`go build: ${stderr}`);
  return built;
}

export function askGo(built: string, folder: string, key: NoteKey): Said {
  const { status, stdout } = spawnSync(built, [folder, formatVkey(key)], { encoding: 'utf8' });
  return {
    program: "Go's x/mod",
    is: status === 0 ? 'OK' : 'WRONG',
    text: stdout?.trim() || 'it did not run',
  };
}
