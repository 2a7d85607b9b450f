import { codes, invalid, type Micros, Refusal, type StoredDocument } from '../contract.ts';
import type { Mutation } from './mutation.ts';

export interface Stored {
  readonly document: StoredDocument | undefined;
  /** Returns when a missing document was deleted, if still known; otherwise 0. */
  readonly deletedAt: () => Micros;
}

/**
 * Checks the precondition of a mutation.
 * @throws Refusal ALREADY_EXISTS, NOT_FOUND, FAILED_PRECONDITION or INVALID_ARGUMENT
 */
export function checkCondition({ path, condition, steps }: Mutation, stored: Stored): void {
  if (!condition) return;
  const name = path.join('/');
  const isThere = stored.document !== undefined;
  const isDelete = steps[0]?.action.kind === 'delete';
  if (condition.kind === 'version') checkVersion(condition.version, stored, name);
  // A deleted document may be named by its time of deletion: then there is nothing to update.
  const exists = condition.kind === 'exists' ? condition.exists : isThere || !isDelete;
  if (exists === isThere) return;
  if (isThere) throw new Refusal(codes.ALREADY_EXISTS, `entity already exists: ${name}`);
  throw new Refusal(codes.NOT_FOUND, `no entity to update: ${name}`);
}

function checkVersion(version: Micros, { document, deletedAt }: Stored, name: string): void {
  const stored = document?.updateTime ?? deletedAt();
  if (stored === version) return;
  if (document && version > stored) {
    throw invalid(`Invalid base version, it is greater than the stored version: ${name}`);
  }
  throw new Refusal(
    codes.FAILED_PRECONDITION,
    `the stored version (${stored}) does not match the required base version (${version})`,
  );
}
