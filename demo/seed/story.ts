import { createHash } from 'node:crypto';
import { notifyOfStatements } from '@datchain/functions/earnings/notify-of-statements.ts';
import { closeDays } from '@datchain/functions/public-books/close-days.ts';
import { publishPublicLog } from '@datchain/functions/public-log/job.ts';
import { HOUR_MILLIS, MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import type { DemoWorld } from '../world/types.ts';
import { buildTimeline } from '../world/world.ts';
import { Bank } from './bank.ts';
import { type DemoPictures, demoDocuments } from './documents.ts';
import type { Past } from './past.ts';
import { happen } from './replay.ts';

const CLOSING_MILLIS = 15 * MINUTE_MILLIS;

/** Derives a fixed salt, so that the same day makes the same log (N-WLD-02). */
const demoSalt = (uid: string): string =>
  createHash('sha256').update(`demo salt ${uid}`).digest('hex').slice(0, 32);
const TELLING_MILLIS = 2 * HOUR_MILLIS;

function monthsBegun(from: number, to: number): number[] {
  const begun: number[] = [];
  const first = new Date(from);
  for (let months = 1; ; months++) {
    const at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months);
    if (at > to) return begun;
    begun.push(at);
  }
}

/**
 * Replays the demo world's events in order and closes the books of its days.
 *
 * @param until the end of the story
 * @returns the number of events
 * @throws Error if the product refuses a part of the story
 */
export async function tellStory(
  world: DemoWorld,
  { past, pictures }: { past: Past; pictures: DemoPictures },
  until: number = world.todayMillis,
): Promise<number> {
  past.begin(demoDocuments(world, pictures));
  const bank = new Bank();
  const story = { past, bank, pictures, orderIds: new Map(), disputes: new Map() };
  const events = buildTimeline(world).filter(({ atMillis }) => atMillis < until);
  await bank.begin();
  const tellings = monthsBegun(events[0]?.atMillis ?? until, until).map(
    (at) => at + TELLING_MILLIS,
  );
  const tellUntil = async (moment: number) => {
    while (tellings[0] !== undefined && tellings[0] <= moment) {
      await notifyOfStatements(past.at(tellings.shift() ?? moment));
    }
  };
  for (const event of events) {
    await tellUntil(event.atMillis);
    await happen(story, event);
  }
  await tellUntil(until);
  await bank.end();
  const afterwards = past.at(until + CLOSING_MILLIS);
  while ((await closeDays({ ...afterwards, saltOf: demoSalt })).days > 0);
  // The log has the liabilities of the last closed day.
  await publishPublicLog(afterwards);
  return events.length;
}
