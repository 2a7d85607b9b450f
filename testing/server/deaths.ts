import { isLong } from '../pure/scale.ts';

/**
 * At which outside effect of a process it dies: as the n-th would begin, or when it has been tried.
 */
export interface Death {
  readonly effect: number;
  readonly when: 'before' | 'after';
}

/** It lives to the end. */
export const noDeath: Death = { effect: Number.POSITIVE_INFINITY, when: 'before' };

/**
 * Every death of a process with so many outside effects: right before the first one, and right
 * after each. Right before the next one no one sees anything else, so only the long run dies there
 * as well.
 */
export function deathsOf(effects: number): Death[] {
  const numbers = Array.from({ length: effects }, (_, index) => index + 1);
  return numbers.flatMap((effect): Death[] => {
    const after: Death = { effect, when: 'after' };
    return isLong || effect === 1 ? [{ effect, when: 'before' }, after] : [after];
  });
}

/** Half of those whose process died ask again; the others leave it to the jobs. */
export const asksAgain = ({ effect, when }: Death): boolean =>
  effect % 2 === (when === 'before' ? 0 : 1);
