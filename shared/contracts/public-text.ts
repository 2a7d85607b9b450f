import * as v from 'valibot';
import { checkReading, cleanLine, cleanLines } from '../domain/public-text.ts';

/** A stored text of one or several lines, cleaned when it is read (N-PPL-16). */
export const shownLine = v.pipe(v.string(), v.transform(cleanLine));
export const shownLines = v.pipe(v.string(), v.transform(cleanLines));

const typed = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? checkReading(dataset.value) : undefined;
    if (message) addIssue({ message });
  }),
);

/** A sent text of one or several lines, cleaned; one that would then read differently is refused (N-PPL-16). */
export const typedLine = v.pipe(typed, v.transform(cleanLine));
export const typedLines = v.pipe(typed, v.transform(cleanLines));
