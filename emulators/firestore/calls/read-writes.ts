import type { DatabaseName } from '../contract.ts';
import { invalid, readList } from '../query/json.ts';
import type { Write } from '../store/write.ts';
import { readTarget, readWrite, type Target } from './read-write.ts';

/**
 * Reads the writes of a commit.
 * @throws Refusal INVALID_ARGUMENT, also for a document that is verified and written
 */
export function readWrites(json: unknown, database: DatabaseName): readonly Write[] {
  const targets = readTargets(json, database);
  checkVerified(targets);
  return targets.map(readWrite);
}

/**
 * Reads writes that are done each by itself.
 * @throws Refusal INVALID_ARGUMENT, also when two of them name the same document
 */
export function readSeparateWrites(json: unknown, database: DatabaseName): readonly Write[] {
  const targets = readTargets(json, database);
  if (new Set(targets.map(keyOf)).size < targets.length) {
    throw invalid('the same document cannot be written more than once in a single request');
  }
  return targets.map(readWrite);
}

const readTargets = (json: unknown, database: DatabaseName): readonly Target[] =>
  readList(json, 'writes').map((each) => readTarget(each, database));

const keyOf = ({ path }: Target): string => path.join('/');

/** A document is verified once, or written. */
function checkVerified(targets: readonly Target[]): void {
  const earlier = new Map<string, Target['kind']>();
  for (const target of targets) {
    const before = earlier.get(keyOf(target));
    earlier.set(keyOf(target), target.kind);
    if (before === undefined || (before !== 'verify' && target.kind !== 'verify')) continue;
    throw invalid(`the same document cannot be ${bothOf(before, target.kind)} in a single request`);
  }
}

function bothOf(before: Target['kind'], next: Target['kind']): string {
  if (before !== 'verify') return 'written and then verified';
  return next === 'verify' ? 'verified more than once' : 'verified and then written';
}
