import * as v from 'valibot';
import {
  LONGEST_ABOUT,
  MOST_LINKS,
  type ProfileTexts,
  readProfileLink,
} from '../domain/profile-texts.ts';
import { typedLines } from './public-text.ts';
import { readLines } from './shown-text.ts';
import { isRecord, readList, readText } from './tolerant.ts';

/** The text people write about themselves, cleaned; '' for none (N-PPL-06). */
export const aboutSchema = v.pipe(
  typedLines,
  v.maxLength(LONGEST_ABOUT, `Write at most ${LONGEST_ABOUT} characters about yourself.`),
);

const linkSchema = v.pipe(
  v.string(),
  v.check(
    (text) => readProfileLink(text) !== undefined,
    'Give the address of a page, such as https://example.com/you.',
  ),
  v.transform((text) => readProfileLink(text) ?? ''),
);

/** The links of a profile, without duplicates, as `publicProfiles/{uid}` stores them (N-PPL-06). */
export const linksSchema = v.pipe(
  v.array(linkSchema),
  v.maxLength(MOST_LINKS, `Link to at most ${MOST_LINKS} pages.`),
  v.check((links) => new Set(links).size === links.length, 'Give each address once.'),
);

/** Reads the texts of `publicProfiles/{uid}` (N-PPL-06); links that a profile may not have are dropped. */
export function readProfileTexts(value: unknown): ProfileTexts {
  if (!isRecord(value)) return { about: '', links: [] };
  const links = readList(value.links).flatMap((link) => readProfileLink(readText(link)) ?? []);
  return {
    about: [...readLines(value.about)].slice(0, LONGEST_ABOUT).join(''),
    links: [...new Set(links)].slice(0, MOST_LINKS),
  };
}
