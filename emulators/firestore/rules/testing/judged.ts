import type { ListGroup } from './list-cases.ts';
import type { PathCase } from './path-cases.ts';
import { type Question, rulesWith } from './questions.ts';
import type { Verdict } from './record.ts';

/** A condition and the query it is held against, as one text. */
export const keyOfList = ({ query }: ListGroup, condition: string): string =>
  `${condition} | ${JSON.stringify(query)}`;

/** A case as one text. */
export const keyOfPath = ({ version, blocks, question }: PathCase): string =>
  `${version} | ${blocks} | ${JSON.stringify(question)}`;

/** Rules in which each condition has two collections: `h0` where it, `r0` where its opposite allows. */
export const rulesOfGroup = ({ conditions }: ListGroup): string =>
  rulesWith(
    conditions
      .map(
        (condition, at) =>
          `match /h${at}/{id} { allow list: if ${condition}; }
           match /r${at}/{id} { allow list: if !(${condition}); }`,
      )
      .join('\n'),
  );

/** What is asked to learn the verdict of one condition: of `h` and of `r`. */
export const listOf = ({ query }: ListGroup, collectionId: string): Question => ({
  list: { ...query, from: [{ collectionId }] },
  parent: '',
});

/** A verdict from what was allowed. */
export function verdictOf(holds: boolean | undefined, refuses: boolean | undefined): Verdict {
  if (holds === undefined || refuses === undefined) throw new Error('The query was refused');
  return holds ? 'holds' : refuses ? 'refuses' : 'open';
}
