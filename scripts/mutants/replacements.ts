import { oneLine } from './mutant.ts';

interface Replacement {
  readonly of: RegExp;
  readonly by: (found: string) => string;
}

const plusOne = (found: string): string => String(Number(found) + 1);

/**
 * The replacements. The rules languages share their operators; Firestore and Storage have verbs,
 * JSON has none.
 */
const replacements: readonly Replacement[] = [
  { of: /&&/g, by: () => '||' },
  { of: /\|\|/g, by: () => '&&' },
  { of: /(?<![=!<>])={2,3}/g, by: (found) => `!${found.slice(1)}` },
  { of: /!={1,2}/g, by: (found) => `=${found.slice(1).padEnd(found.length - 1, '=')}` },
  { of: /<=/g, by: () => '<' },
  { of: / > /g, by: () => ' >= ' },
  { of: /\btrue\b/g, by: () => 'false' },
  { of: /\bfalse\b/g, by: () => 'true' },
  { of: /!(?=[(a-z])/g, by: () => '' },
  { of: /(?<=[ ,{}])\d+(?=[,;)} ]|$)/gm, by: plusOne },
  { of: /\bget(?=[,:] ?(if|list|create))/g, by: () => 'read' },
  { of: /\b(create|update|delete)(?=: if)/g, by: () => 'write' },
  { of: /\bread(?=: if)/g, by: () => 'read, write' },
  { of: /\bgetAfter(?=\()/g, by: () => 'get' },
  { of: /\bexistsAfter(?=\()/g, by: () => 'exists' },
  { of: /(?<=\? )([^:]+) : ([^,}]+)/g, by: (found) => found.split(' : ').reverse().join(' : ') },
  { of: /'[A-Za-z_]+'/g, by: (found) => `'${found.slice(1, -1)}X'` },
  { of: /'[a-z]+\/[a-z.-]+'/g, by: () => "'text/html'" },
  { of: /(?<=\])\{0,49\}|\*(?='\))|\+(?=[)$])/g, by: () => '{1,2}' },
  { of: /\[\.\]/g, by: () => '.' },
  { of: /(?<=')\^|\$(?=')/g, by: () => '' },
  { of: /\.lower\(\)/g, by: () => '' },
  { of: /\.hasOnly\(/g, by: () => '.hasAny(' },
  {
    of: /affectedKeys|removedKeys/g,
    by: (found) => (found === 'removedKeys' ? 'addedKeys' : 'changedKeys'),
  },
];

export interface RulesMutant {
  readonly line: number;
  readonly found: string;
  readonly replacement: string;
  readonly text: string;
}

/** Blanks out comments, so that no sentence is mutated; lengths stay. */
const withoutComments = (rules: string): string =>
  rules.replace(/^[ \t]*\/\/.*$/gm, (comment) => ' '.repeat(comment.length));

/** Normalises rules: texts that differ only in comments or spaces become equal. */
export const rulesAlone = (rules: string): string => oneLine(withoutComments(rules));

/**
 * Returns every variant of these rules with one replacement, except in comments, in the version and
 * in document paths.
 */
export function listMutants(rules: string): RulesMutant[] {
  const code = withoutComments(rules).replace(/^rules_version.*$/m, (line) =>
    ' '.repeat(line.length),
  );
  return replacements
    .flatMap(({ of, by }) =>
      [...code.matchAll(of)].map(({ index, 0: found }) => ({
        index,
        line: code.slice(0, index).split('\n').length,
        found,
        replacement: by(found),
        text: rules.slice(0, index) + by(found) + rules.slice(index + found.length),
      })),
    )
    .sort((a, b) => a.index - b.index);
}
