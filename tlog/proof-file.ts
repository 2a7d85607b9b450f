import { base64Of, bytesOfBase64 } from './bytes.ts';
import { HASH_BYTES, type Hash } from './merkle.ts';

/** A proof that a log has an entry, verifiable without the log (C2SP tlog-proof). */
export interface ProofFile {
  /** The entry, which is trusted only because the proof matches it. */
  readonly extra: Uint8Array;
  /** The entry's index in the log, from 0. */
  readonly index: number;
  readonly hashes: readonly Hash[];
  readonly checkpoint: string;
}

const header = 'c2sp.org/tlog-proof@v1';

export const proofText = ({ extra, index, hashes, checkpoint }: ProofFile): string =>
  [
    header,
    `extra ${base64Of(extra)}`,
    `index ${index}`,
    ...hashes.map(base64Of),
    '',
    checkpoint,
  ].join('\n');

const MAX_HASHES = 63;

/** Reads a proof file; undefined unless it has exactly the form of a proof with its entry. */
export function readProofText(text: string): ProofFile | undefined {
  const end = text.indexOf('\n\n');
  const [first, extraLine = '', indexLine = '', ...encoded] = text.slice(0, end).split('\n');
  const extra = bytesOfBase64(extraLine.match(/^extra (\S+)$/)?.[1] ?? '-');
  const index = Number(indexLine.match(/^index (0|[1-9]\d*)$/)?.[1] ?? Number.NaN);
  const hashes = encoded.map(bytesOfBase64);
  const isHash = (each: Uint8Array | undefined): each is Uint8Array<ArrayBuffer> =>
    each?.length === HASH_BYTES;
  if (end < 0 || first !== header || !extra || !Number.isSafeInteger(index)) return undefined;
  if (hashes.length > MAX_HASHES || !hashes.every(isHash)) return undefined;
  return { extra, index, hashes, checkpoint: text.slice(end + 2) };
}
