import { formatDuration } from '@datchain/shared/domain/format.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';
import { perDay } from './windows.ts';

interface Daily {
  readonly name: string;
  readonly who: string;
  readonly most: number;
  /** The refusal's sentence up to the waiting time: 'You followed 100 times within a day. You can do this again'. */
  readonly sentence: string;
}

/**
 * Counts one more use of an action that is limited per day because it costs nothing (N-PPL-20).
 *
 * @returns a refusal that says when the next is allowed, when this one is too many
 */
export async function takeDaily(
  { limits }: Pick<Services, 'limits'>,
  { name, who, most, sentence }: Daily,
): Promise<Refusal | undefined> {
  const seconds = await limits.take(name, who, perDay(most));
  if (seconds === undefined) return undefined;
  return refuse('resource-exhausted', `${sentence} in ${formatDuration(seconds * 1_000)}.`);
}
