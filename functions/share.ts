import { shardOf } from './stores/journal-shards.ts';

/** A part of a job over everything. The parts of one count have each id once, and run in any order. */
export interface Share {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

export const everything: Share = { index: 0, count: 1 };

const MAX_PARTS = 20;

/**
 * Returns the share of a task, by the numbers that a Cloud Run job gives to each of its tasks.
 *
 * @throws if they are not a share
 */
export function shareOfTask(env: NodeJS.ProcessEnv = process.env): Share {
  const { CLOUD_RUN_TASK_INDEX: index = 0, CLOUD_RUN_TASK_COUNT: count = 1 } = env;
  const share = { index: Number(index), count: Number(count) };
  const isCount = Number.isInteger(share.count) && share.count > 0 && share.count <= MAX_PARTS;
  const isIndex = Number.isInteger(share.index) && share.index >= 0 && share.index < share.count;
  if (!isCount || !isIndex) throw new Error(`There is no task ${index} of ${count}`);
  return share;
}

/** Whether a share has an id. Ids are spread by their hash. */
export const owns = ({ index, count }: Share, id: string): boolean =>
  count === 1 || shardOf(id) % count === index;

/** Names a share of a job, for what it keeps of its own; the whole has the job's name. */
export const nameOfPart = (job: string, { index, count }: Share): string =>
  count === 1 ? job : `${job}-${index}-of-${count}`;
