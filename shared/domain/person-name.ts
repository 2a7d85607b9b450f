import { canBeSeen } from './public-text.ts';

/** The longest name of a person, as typed (rules/firestore.rules). */
export const LONGEST_NAME = 120;

/** Why somebody cannot have this cleaned name; undefined when nothing is wrong. */
export function checkName(name: string): string | undefined {
  if (!canBeSeen(name)) return 'Enter a name.';
  if (name.length > LONGEST_NAME) return `A name can have at most ${LONGEST_NAME} characters.`;
  return undefined;
}
