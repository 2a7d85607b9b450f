/** The longest name of a person, as typed (rules/firestore.rules). */
export const LONGEST_NAME = 120;

/** Control characters, and those that turn the direction of what follows them. */
const unwanted = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * A person's name as it is kept: one line, without invisible characters that would change how the
 * text around it reads. Letters of every script and emoji stay.
 */
export const tidyName = (typed: string): string =>
  typed.replaceAll(/\s/gu, ' ').replaceAll(unwanted, '').replaceAll(/ +/g, ' ').trim();

const canBeSeen = /[\p{L}\p{N}\p{S}\p{P}]/u;

/** Why somebody cannot have this tidied name; undefined when nothing is wrong. */
export function checkName(name: string): string | undefined {
  if (!canBeSeen.test(name)) return 'Enter a name.';
  if (name.length > LONGEST_NAME) return `A name can have at most ${LONGEST_NAME} characters.`;
  return undefined;
}
