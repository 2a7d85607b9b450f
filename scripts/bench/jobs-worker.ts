/** A process of the bench of jobs: runs one job, and reports what it reads, writes and holds. */

import { setClockOffset } from '@datchain/functions/clock.ts';
import { untilDone } from '@datchain/functions/edge/until-done.ts';
import { problemsIn } from '@datchain/functions/jobs/answers.ts';
import { type JobName, jobs, leaseOf } from '@datchain/functions/jobs/jobs.ts';
import { alone } from '@datchain/functions/jobs/lease.ts';
import { services } from '@datchain/functions/services.ts';
import { type Counted, countFirestore } from '@datchain/testing/server/count-firestore.ts';

export interface Used extends Counted {
  /** Requests to the Realtime Database. */
  live: number;
  /** Requests to Stripe. */
  stripe: number;
  /** The most memory that the process has held so far, and what its code took before the job. */
  megabytes: number;
  idleMegabytes: number;
  seconds: number;
  processorSeconds: number;
}

export interface Report {
  readonly used: Used;
  /** Whether the job has ended, and the problems it has found for a person. */
  readonly problems?: readonly string[];
}

const REPORT_MILLIS = 500;

function countLive(used: Used): void {
  const host = `http://${process.env.FIREBASE_DATABASE_EMULATOR_HOST}/`;
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (String(input).startsWith(host)) used.live += 1;
    return send(input, init);
  };
}

async function measure(name: JobName): Promise<void> {
  const used: Used = {
    reads: 0,
    writes: 0,
    live: 0,
    stripe: 0,
    megabytes: 0,
    idleMegabytes: process.resourceUsage().maxRSS / 1_024,
    seconds: 0,
    processorSeconds: 0,
  };
  countFirestore(used);
  countLive(used);
  const all = services();
  all.stripe.on('request', () => {
    used.stripe += 1;
  });
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const report = (): Report => {
    const { user, system } = process.cpuUsage(before);
    used.processorSeconds = (user + system) / 1e6;
    used.seconds = (performance.now() - startedAt) / 1_000;
    used.megabytes = process.resourceUsage().maxRSS / 1_024;
    return { used };
  };
  const reporting = setInterval(() => process.send?.(report()), REPORT_MILLIS);
  const job = () => alone<unknown>(all, leaseOf(name), () => jobs[name](all));
  const answer = await untilDone(all, job);
  clearInterval(reporting);
  process.send?.({ ...report(), problems: problemsIn(answer) }, () => process.exit());
}

process.on('disconnect', () => process.exit());
setClockOffset(Number(process.env.BENCH_CLOCK_OFFSET ?? 0));
await measure(process.argv[2] as JobName);
