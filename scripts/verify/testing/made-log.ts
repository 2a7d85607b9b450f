import { type Signer, sha256, signerOf } from '../../../functions/public-log/signer.ts';
import { keysFile } from '../../../shared/domain/public-log/keys.ts';
import {
  checkpointLine,
  logLine,
  noHash,
  signedText,
} from '../../../shared/domain/public-log/lines.ts';

/** A log as it is published: each file's lines. */
export interface MadeLog {
  readonly log: string[];
  readonly checkpoints: string[];
  readonly keys: string;
}

export const testSigner = signerOf('01'.repeat(32));

const START = Date.UTC(2026, 10, 1, 9);

const events = (seq: number) =>
  [
    { kind: 'release', fields: { datId: `dat-${seq}`, editions: 20, priceCents: 1_000 } },
    { kind: 'sale', fields: { datId: 'dat-1', edition: seq, priceCents: 1_000, tokens: 34 } },
    { kind: 'takedown', fields: { datId: 'dat-1', reason: 'Rights: "Ångström" \\ 😀' } },
    { kind: 'payouts', fields: { day: '2026-11-01', paidCents: -seq, reversedCents: 0 } },
  ][seq % 4] as { kind: string; fields: Record<string, string | number> };

export const lineFor = (seq: number, prev: string): string =>
  logLine(seq, { at: START + seq, ...events(seq) }, prev);

/** One checkpoint after the ones there are, of a log of this length and last hash. */
export function addCheckpoint(
  checkpoints: string[],
  length: number,
  head: string,
  signer: Signer = testSigner,
): void {
  const last = checkpoints.at(-1);
  const checkpoint = {
    number: checkpoints.length + 1,
    length,
    head,
    at: new Date(START + length).toISOString(),
    key: signer.id,
    prev: last === undefined ? noHash : sha256(last),
  };
  checkpoints.push(checkpointLine(checkpoint, signer.sign(signedText(checkpoint))));
}

/** A log of so many lines with a checkpoint after every so many of them and at its end. */
export function madeLog(length: number, every: number, signer = testSigner): MadeLog {
  const log: string[] = [];
  const checkpoints: string[] = [];
  let prev = noHash;
  for (let seq = 1; seq <= length; seq++) {
    const line = lineFor(seq, prev);
    log.push(line);
    prev = sha256(line);
    if (seq % every === 0 || seq === length) addCheckpoint(checkpoints, seq, prev, signer);
  }
  return { log, checkpoints, keys: keysFile([signer]) };
}

/** The same lines, renumbered and rechained: what someone without the secret key can do. */
export function rechained(lines: readonly string[]): string[] {
  let prev = noHash;
  return lines.map((line, index) => {
    const fields = { ...JSON.parse(line), seq: index + 1 };
    const { seq, at, kind, prev: _, ...rest } = fields;
    const next = logLine(seq, { at: Date.parse(at), kind, fields: rest }, prev);
    prev = sha256(next);
    return next;
  });
}
