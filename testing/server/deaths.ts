import { isLong } from '../pure/scale.ts';

/** The external effect at which a process dies: before the n-th begins, or after it was tried. */
export interface Death {
  readonly effect: number;
  readonly when: 'before' | 'after';
}

export const noDeath: Death = { effect: Number.POSITIVE_INFINITY, when: 'before' };

/**
 * Lists every death of a process with `effects` external effects: before the first one, and after
 * each. Dying before a later effect looks the same as dying after the one before, so only the long
 * run tries it.
 */
export function listDeaths(effects: number): Death[] {
  const numbers = Array.from({ length: effects }, (_, index) => index + 1);
  return numbers.flatMap((effect): Death[] => {
    const after: Death = { effect, when: 'after' };
    return isLong || effect === 1 ? [{ effect, when: 'before' }, after] : [after];
  });
}

/** Whether the caller retries after a death; half of them leave the work to the jobs. */
export const asksAgain = ({ effect, when }: Death): boolean =>
  effect % 2 === (when === 'before' ? 0 : 1);
