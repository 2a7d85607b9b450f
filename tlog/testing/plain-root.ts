import { sha256 } from '@noble/hashes/sha2.js';
import { type Hash, nodeHash } from '../merkle.ts';

/** Computes a root literally by RFC 6962, section 2.1. */
export function plainRoot(leaves: readonly Hash[]): Hash {
  if (leaves.length === 0) return sha256(new Uint8Array());
  if (leaves.length === 1) return leaves[0] as Hash;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(plainRoot(leaves.slice(0, split)), plainRoot(leaves.slice(split)));
}
