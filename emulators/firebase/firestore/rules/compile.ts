import { Ruleset } from '../../rules/ruleset.ts';
import { firestoreService } from '../../rules/services.ts';
import type { Rules } from '../contract.ts';
import { RulesAccess } from './access.ts';

/**
 * Rules of one project, ready to be asked. They count what they are asked: `coverage` begins again
 * with every text.
 * @param text a rules file of version 1 or 2 for `cloud.firestore`
 * @throws InvalidRules for any other text, naming line and column
 */
export function compileFirestoreRules(text: string): Rules {
  const ruleset = new Ruleset(text, firestoreService);
  return {
    accessOf: (request) => new RulesAccess(ruleset, request),
    coverage: () => ruleset.coverage(),
  };
}
