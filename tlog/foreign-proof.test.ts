import { LogCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js';
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js';
import { expect, test } from 'vitest';
import { proofText, readProofText } from './proof-file.ts';
import { readLatest, readProof } from './read-proof.ts';
import { madeLines, madeLog, makeLogReader } from './testing/made-log.ts';

function checkBySigstore(text: string): void {
  const proof = readProofText(text);
  if (!proof) throw new Error('This is not a proof');
  const checkpoint = LogCheckpoint.fromString(proof.checkpoint.split('\n\n')[0] ?? '');
  const inclusionProof = {
    logIndex: String(proof.index),
    hashes: proof.hashes.map((hash) => Buffer.from(hash)),
  };
  const entry = { canonicalizedBody: Buffer.from(proof.extra), inclusionProof };
  verifyMerkleInclusion(entry as never, checkpoint);
}

test.each([1, 2, 3, 255, 256, 257, 600])(
  'Sigstore accepts the proofs of a log of %i lines, but not with another line',
  async (size) => {
    const lines = madeLines(size);
    const read = makeLogReader(await madeLog({ lines }));
    const latest = await readLatest(read);
    for (const index of new Set([0, size >> 1, size - 1])) {
      const proof = await readProof(read, latest, {
        index,
        entry: Buffer.from(lines[index] ?? ''),
      });
      checkBySigstore(proofText(proof));
      const other = { ...proof, extra: Buffer.from('another\n') };
      expect(() => checkBySigstore(proofText(other))).toThrow('root hash');
    }
  },
);
