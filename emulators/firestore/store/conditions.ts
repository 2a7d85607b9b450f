import { codes, type DatabaseName, Refusal, type StoredDocument } from '../contract.ts';
import type { Mutation } from './mutation.ts';

/**
 * Checks the condition of a mutation against what is there.
 * @throws Refusal ALREADY_EXISTS, NOT_FOUND or FAILED_PRECONDITION in the emulator's words
 */
export function checkCondition(
  { path, condition }: Mutation,
  before: StoredDocument | undefined,
  { project }: DatabaseName,
): void {
  if (condition?.kind === 'version') {
    const stored = before?.updateTime ?? 0;
    if (stored === condition.version) return;
    if (before && condition.version > stored) {
      throw new Refusal(
        codes.INVALID_ARGUMENT,
        `Invalid base version, it is greater than the stored version: ${spellPath(project, path)}`,
      );
    }
    throw new Refusal(
      codes.FAILED_PRECONDITION,
      `the stored version (${stored}) does not match the required base version (${condition.version})`,
    );
  }
  if (!condition || condition.exists === (before !== undefined)) return;
  if (before) {
    throw new Refusal(
      codes.ALREADY_EXISTS,
      `entity already exists: EntityRef{partitionRef=dev~${project}, path=/${path.join('/')}}`,
    );
  }
  throw new Refusal(codes.NOT_FOUND, `no entity to update: ${spellPath(project, path)}`);
}

/** A path as Google's emulator spells it: an element for each collection and its document. */
function spellPath(project: string, path: readonly string[]): string {
  const elements: string[] = [];
  for (let at = 0; at < path.length; at += 2) {
    elements.push(`  Element {\n    type: "${path[at]}"\n    name: "${path[at + 1]}"\n  }\n`);
  }
  return `app: "dev~${project}"\npath <\n${elements.join('')}>\n`;
}
