import { Ruleset } from '../../rules/ruleset.ts';
import { firestoreService } from '../../rules/services.ts';
import type { Rules } from '../contract.ts';
import { RulesAccess } from './access.ts';

/**
 * Compiles the rules of a project. Coverage starts again with every compilation.
 * @param text a rules file of version 1 or 2 for `cloud.firestore`
 * @throws InvalidRules with line and column
 */
export function compileFirestoreRules(text: string): Rules {
  const ruleset = new Ruleset(text, firestoreService);
  return {
    accessOf: (request) => new RulesAccess(ruleset, request),
    coverage: () => ruleset.coverage(),
  };
}
