import { listHandlers } from './functions-exports.ts';

const unitMillis: Record<string, number> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/**
 * Returns the interval of a schedule like `every 5 minutes`, in milliseconds.
 *
 * @throws for the cron notation, which the local stack does not simulate.
 */
export function parseInterval(schedule: string): number {
  const [, count, unit] = /^every (\d+) (minute|hour|day)s?$/.exec(schedule.trim()) ?? [];
  const base = unitMillis[unit ?? ''];
  if (!count || !base || Number(count) < 1) {
    throw new Error(
      `The local stack runs schedules like "every 5 minutes", not "${schedule}"; ` +
        'POST /__local/run/{name} runs the function at once.',
    );
  }
  return Number(count) * base;
}

/** Lists the scheduled functions that a module exports, with their intervals in milliseconds. */
export const listSchedules = (
  module: Record<string, unknown>,
): [name: string, interval: number][] =>
  listHandlers(module).flatMap(({ name, handler }) => {
    const schedule = handler.__endpoint.scheduleTrigger?.schedule;
    return schedule ? [[name, parseInterval(schedule)]] : [];
  });
