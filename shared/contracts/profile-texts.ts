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

/** What people may write about themselves: cleaned, '' for nothing (N-PPL-06). */
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

/** The pages that people may link to, each once, as `publicProfiles/{uid}` keeps them (N-PPL-06). */
export const linksSchema = v.pipe(
  v.array(linkSchema),
  v.maxLength(MOST_LINKS, `Link to at most ${MOST_LINKS} pages.`),
  v.check((links) => new Set(links).size === links.length, 'Give each address once.'),
);

/** What a `publicProfiles/{uid}` says about its person (N-PPL-06); a link that no page may have is left out. */
export function readProfileTexts(value: unknown): ProfileTexts {
  if (!isRecord(value)) return { about: '', links: [] };
  const links = readList(value.links).flatMap((link) => readProfileLink(readText(link)) ?? []);
  return {
    about: [...readLines(value.about)].slice(0, LONGEST_ABOUT).join(''),
    links: [...new Set(links)].slice(0, MOST_LINKS),
  };
}
