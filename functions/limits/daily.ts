import { formatDuration } from '@datchain/shared/domain/format.ts';
import { type Refusal, refuse } from '@datchain/shared/domain/refusal.ts';
import type { Services } from '../services.ts';
import { perDay } from './windows.ts';

interface Daily {
  /** What is counted; by it and by who does it. */
  readonly name: string;
  readonly who: string;
  readonly most: number;
  /** What who does it too often reads, up to the time: 'You followed 100 times within a day. You can again'. */
  readonly sentence: string;
}

/**
 * Counts one more of what somebody may do so often in a day, because it costs them nothing (N-PPL-20).
 *
 * @returns a refusal that says when they can again, when it is one too many
 */
export async function takeDaily(
  { limits }: Pick<Services, 'limits'>,
  { name, who, most, sentence }: Daily,
): Promise<Refusal | undefined> {
  const seconds = await limits.take(name, who, perDay(most));
  if (seconds === undefined) return undefined;
  return refuse('resource-exhausted', `${sentence} in ${formatDuration(seconds * 1_000)}.`);
}
