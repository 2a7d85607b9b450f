import { canBeSeen } from './public-text.ts';

/** The most characters in a person's name (also in rules/firestore.rules). */
export const LONGEST_NAME = 120;

export function checkName(name: string): string | undefined {
  if (!canBeSeen(name)) return 'Enter a name.';
  if (name.length > LONGEST_NAME) return `A name can have at most ${LONGEST_NAME} characters.`;
  return undefined;
}
