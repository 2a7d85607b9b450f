import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import type { MemoryOption } from 'firebase-functions';

/**
 * The machine of a function (N-LCH-05). A project's functions may request a limited number of
 * processors together, `maxInstances` times `cpu` of each: `processors` of deploy/production.json,
 * which a test checks.
 */
export interface Machine {
  /** Processors per instance; below one, an instance takes one request at a time. */
  readonly cpu: number;
  readonly memory: MemoryOption;
  readonly concurrency: number;
  readonly maxInstances: number;
  readonly timeoutSeconds: number;
}

/**
 * Node's options in every function. By default, short-lived objects take more than 100 MB before Node collects
 * them, a fifth of a large job's memory (N-JOB-01).
 */
export const nodeOptions = '--max-semi-space-size=8';

export const place = { region: functionsRegion, serviceAccount: 'functions@' };

/** A call with an address of its own, as the specification names it (shared/contracts/call-path.ts). */
export const ownCall: Machine = {
  cpu: 1,
  memory: '512MiB',
  concurrency: 80,
  maxInstances: 1,
  timeoutSeconds: 60,
};

/** All other calls share instances: one that has started serves any of them. */
export const allCalls: Machine = { ...ownCall, maxInstances: 3 };

/**
 * Calls that hold a recording, or draw the largest picture, which needs 0.9 GiB. They run one at a
 * time, because they keep the processor busy and others would wait.
 */
export const mediaCalls: Machine = {
  ...ownCall,
  memory: '2GiB',
  concurrency: 1,
  maxInstances: 2,
};

export const siteRequests: Machine = { ...ownCall, maxInstances: 2 };

/** One instance is enough: Stripe sends an unanswered event again. */
export const webhook: Machine = ownCall;

/** A job mostly waits for the databases, and runs once at a time. */
export const job: Machine = {
  cpu: 1 / 6,
  memory: '256MiB',
  concurrency: 1,
  maxInstances: 1,
  timeoutSeconds: 300,
};

export const largeJob: Machine = {
  ...job,
  cpu: 1 / 4,
  memory: '512MiB',
  timeoutSeconds: 1_800,
};

/** Memory for a window of a recording, and the MP3 of one that lasts an hour. */
export const recordingJob: Machine = { ...job, cpu: 1, memory: '1GiB', timeoutSeconds: 540 };
