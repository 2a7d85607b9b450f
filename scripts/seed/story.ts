import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { closeDays } from '../../functions/public-books/close-days.ts';
import type { DemoWorld } from '../demo-world/types.ts';
import { timelineOf } from '../demo-world/world.ts';
import { Bank } from './bank.ts';
import { demoDocuments } from './documents.ts';
import type { Past } from './past.ts';
import { happen } from './replay.ts';

/** When the last day is closed, after midnight. */
const CLOSING_MILLIS = 15 * MINUTE_MILLIS;

/**
 * Has everything of the demo world happen, in its order, and closes the books of its days.
 *
 * @param until where the story breaks off
 * @returns how many things happened
 * @throws when the product refuses a part of the story
 */
export async function tellStory(
  world: DemoWorld,
  past: Past,
  until: number = world.todayMs,
): Promise<number> {
  past.begin(demoDocuments(world));
  const bank = new Bank();
  const story = { past, bank, orderIds: new Map(), disputes: new Map() };
  const events = timelineOf(world).filter(({ atMs }) => atMs < until);
  await bank.begin();
  for (const event of events) await happen(story, event);
  await bank.end();
  const afterwards = past.at(until + CLOSING_MILLIS);
  while ((await closeDays(afterwards)).days > 0);
  return events.length;
}
