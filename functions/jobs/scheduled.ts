import { onSchedule } from 'firebase-functions/scheduler';
import { untilDone } from '../edge/until-done.ts';
import { log } from '../log.ts';
import { place } from '../machines.ts';
import { services } from '../services.ts';
import { isNews, problemsIn } from './answers.ts';
import { type JobName, jobs, leaseOf, type Schedule, schedules } from './jobs.ts';
import { alone } from './lease.ts';

/** Runs a job in one process at a time. @returns 'busy' when another process has it */
function run(name: JobName): Promise<unknown> {
  const all = services();
  return untilDone(all, () => alone<unknown>(all, leaseOf(name), () => jobs[name](all)));
}

/**
 * Makes a function that runs jobs by the clock. It fails when a job has found something that a person has to
 * check.
 */
const scheduled = ({ every, machine, secrets = [], does, after, ...schedule }: Schedule) =>
  onSchedule(
    { ...place, ...machine, schedule: `every ${every}`, secrets: [...secrets] },
    async () => {
      const problems: string[] = [];
      for (const name of does) {
        const answer = await run(name);
        const { news = 'info', isTriedAgain } = schedule;
        if (news !== 'none' && isNews(answer)) {
          log[news]('A job has found something to do', { name, answer });
        }
        if (answer !== 'busy') await after?.(services(), answer);
        if (isTriedAgain) continue;
        problems.push(...problemsIn(answer).map((problem) => `${name}: ${problem}`));
      }
      for (const problem of problems) log.error('A job has found a problem', { problem });
      if (problems.length > 0) throw new Error(problems.join('; '));
    },
  );

export const expireOrdersJob = scheduled(schedules.expireOrdersJob);
export const sweepPaymentsJob = scheduled(schedules.sweepPaymentsJob);
export const reconcilePayoutsJob = scheduled(schedules.reconcilePayoutsJob);
export const closeAccountsJob = scheduled(schedules.closeAccountsJob);
export const sweepProjectionsJob = scheduled(schedules.sweepProjectionsJob);
export const distributeStreamsJob = scheduled(schedules.distributeStreamsJob);
export const notifyWishesJob = scheduled(schedules.notifyWishesJob);
export const notifyFollowersJob = scheduled(schedules.notifyFollowersJob);
export const notifyOfStatementsJob = scheduled(schedules.notifyOfStatementsJob);
export const sendMailsJob = scheduled(schedules.sendMailsJob);
export const dispatchRebuildsJob = scheduled(schedules.dispatchRebuildsJob);
export const deleteOrphansJob = scheduled(schedules.deleteOrphansJob);
export const sweepUploadsJob = scheduled(schedules.sweepUploadsJob);
export const resumeReleasesJob = scheduled(schedules.resumeReleasesJob);
export const makeWholeSongsJob = scheduled(schedules.makeWholeSongsJob);
export const closeDaysJob = scheduled(schedules.closeDaysJob);
export const publishLogJob = scheduled(schedules.publishLogJob);
export const reconcileChangesJob = scheduled(schedules.reconcileChangesJob);
export const reconcileJob = scheduled(schedules.reconcileJob);
