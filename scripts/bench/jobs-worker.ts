/** A process of the bench of jobs: runs one job, and reports what it reads, writes and holds. */

import { setClockOffset } from '@datchain/functions/clock.ts';
import { untilDone } from '@datchain/functions/edge/until-done.ts';
import { problemsIn } from '@datchain/functions/jobs/answers.ts';
import { type JobName, jobs, leaseOf } from '@datchain/functions/jobs/jobs.ts';
import { alone } from '@datchain/functions/jobs/lease.ts';
import { services } from '@datchain/functions/services.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';

export interface Used {
  reads: number;
  writes: number;
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

interface Stream {
  emit(event: string, ...values: unknown[]): boolean;
}

/** The two methods of the Firestore client through which all of its calls go. */
interface Client {
  request(method: string, request: { writes?: readonly unknown[] }, ...rest: unknown[]): unknown;
  requestStream(method: string, ...rest: unknown[]): Promise<Stream>;
}

interface Chunk {
  readonly found?: unknown;
  readonly missing?: unknown;
  readonly document?: unknown;
  readonly result?: unknown;
}

const REPORT_MILLIS = 500;

/** Counts the documents of all answers, missing ones too, as Firestore does; a count is one read. */
function countFirestore(used: Used): void {
  const client = firestore() as unknown as Client;
  const request = client.request.bind(client);
  const requestStream = client.requestStream.bind(client);
  client.request = (method, asked, ...rest) => {
    used.writes += asked.writes?.length ?? 0;
    return request(method, asked, ...rest);
  };
  client.requestStream = async (method, ...rest) => {
    const stream = await requestStream(method, ...rest);
    const emit = stream.emit.bind(stream);
    stream.emit = (event, ...values) => {
      const { found, missing, document, result } = (event === 'data' ? values[0] : {}) as Chunk;
      if (found ?? missing ?? document ?? result) used.reads += 1;
      return emit(event, ...values);
    };
    return stream;
  };
}

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
