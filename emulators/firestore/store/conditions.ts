import { codes, type Micros, Refusal, type Segments, type StoredDocument } from '../contract.ts';
import type { Mutation } from './mutation.ts';

/** What a condition is checked against. */
export interface Stored {
  readonly document: StoredDocument | undefined;
  /** When a document that is not there was deleted, as far as that is known; else 0. */
  readonly deletedAt: () => Micros;
}

/**
 * Checks the condition of a mutation against what is there.
 * @param project for the words of the refusal
 * @throws Refusal ALREADY_EXISTS, NOT_FOUND, FAILED_PRECONDITION or INVALID_ARGUMENT in the
 *   emulator's words
 */
export function checkCondition(mutation: Mutation, stored: Stored, project: string): void {
  const { path, condition, steps } = mutation;
  if (!condition) return;
  const isThere = stored.document !== undefined;
  const isDelete = steps[0]?.action.kind === 'delete';
  if (condition.kind === 'version') checkVersion(condition.version, { path, stored, project });
  // A deleted document may be named by the time it was deleted: there is nothing to update then.
  const exists = condition.kind === 'exists' ? condition.exists : isThere || !isDelete;
  if (exists === isThere) return;
  if (isThere) {
    throw new Refusal(
      codes.ALREADY_EXISTS,
      `entity already exists: EntityRef{partitionRef=dev~${project}, path=/${path.join('/')}}`,
    );
  }
  throw new Refusal(codes.NOT_FOUND, `no entity to update: ${spellPath(project, path)}`);
}

function checkVersion(
  version: Micros,
  {
    path,
    stored: { document, deletedAt },
    project,
  }: { readonly path: Segments; readonly stored: Stored; readonly project: string },
): void {
  const stored = document?.updateTime ?? deletedAt();
  if (stored === version) return;
  if (document && version > stored) {
    throw new Refusal(
      codes.INVALID_ARGUMENT,
      `Invalid base version, it is greater than the stored version: ${spellPath(project, path)}`,
    );
  }
  throw new Refusal(
    codes.FAILED_PRECONDITION,
    `the stored version (${stored}) does not match the required base version (${version})`,
  );
}

/** A path as Google's emulator spells it: an element for each collection and its document. */
function spellPath(project: string, path: Segments): string {
  const elements: string[] = [];
  for (let at = 0; at < path.length; at += 2) {
    elements.push(`  Element {\n    type: "${path[at]}"\n    name: "${path[at + 1]}"\n  }\n`);
  }
  return `app: "dev~${project}"\npath <\n${elements.join('')}>\n`;
}
