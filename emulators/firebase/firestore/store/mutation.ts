import { invalid, type Segments } from '../contract.ts';
import type { Condition, Write } from './write.ts';

/** All writes of a commit to one document: the first condition counts, the steps run in order. */
export interface Mutation {
  readonly path: Segments;
  readonly condition: Condition | undefined;
  readonly steps: readonly Write[];
}

/**
 * Groups the writes of a commit by document, in the order of first mention.
 * @throws Refusal INVALID_ARGUMENT for contradictory writes, with Firestore's message
 */
export function groupMutations(writes: readonly Write[]): readonly Mutation[] {
  const byPath = new Map<string, Mutation>();
  for (const write of writes) {
    const key = write.path.join('/');
    const earlier = byPath.get(key);
    if (earlier) checkFollows(earlier, write);
    byPath.set(key, {
      path: write.path,
      condition: earlier ? earlier.condition : write.condition,
      steps: [...(earlier?.steps ?? []), write],
    });
  }
  return [...byPath.values()];
}

function checkFollows(earlier: Mutation, next: Write): void {
  const [before, verb] = [labelOf(earlier), labelOfWrite(next)];
  if (isImpossible(before, verb, next.condition)) {
    throw invalid(`Cannot ${before} then ${verb} an entity in the same request.`);
  }
  const [first, second] = [earlier.condition, next.condition];
  if (second?.kind !== 'version') return;
  if (first?.kind === 'version' && first.version === second.version) return;
  throw invalid('Cannot collapse mutations with different version preconditions');
}

type Label = 'insert' | 'update' | 'upsert' | 'delete';

function isImpossible(before: Label, next: Label, condition: Condition | undefined): boolean {
  const exists = condition?.kind === 'exists' ? condition.exists : undefined;
  if (before === 'delete') return next === 'update' || (next === 'delete' && exists === true);
  return next === 'insert' || (next === 'delete' && exists === false);
}

/** Names the effect on the document so far, by the first condition. */
function labelOf({ condition, steps }: Mutation): Label {
  return steps.at(-1)?.action.kind === 'delete' ? 'delete' : labelOfUpdate(condition);
}

const labelOfWrite = ({ action, condition }: Write): Label =>
  action.kind === 'delete' ? 'delete' : labelOfUpdate(condition);

function labelOfUpdate(condition: Condition | undefined): Label {
  if (!condition) return 'upsert';
  return condition.kind === 'version' || condition.exists ? 'update' : 'insert';
}
