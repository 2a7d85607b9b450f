import * as v from 'valibot';
import { checkReading, cleanLine, cleanLines } from '../domain/public-text.ts';

/** A stored text of one line, or of several, as it is shown (N-PPL-16). */
export const shownLine = v.pipe(v.string(), v.transform(cleanLine));
export const shownLines = v.pipe(v.string(), v.transform(cleanLines));

const typed = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? checkReading(dataset.value) : undefined;
    if (message) addIssue({ message });
  }),
);

/** A text that somebody sends, as it is stored; one that would read differently is refused (N-PPL-16). */
export const typedLine = v.pipe(typed, v.transform(cleanLine));
export const typedLines = v.pipe(typed, v.transform(cleanLines));
