import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import { log } from '../log.ts';
import { type DocumentStore, put } from '../stores/document-store.ts';

/** Expiry of a lease: a process that does not renew it for this long counts as dead. */
const LEASE_MILLIS = MINUTE_MILLIS;
const RENEW_MILLIS = 20_000;

/** How long to wait for another process, which usually takes a moment; after that the next run does the job. */
const TIMEOUT_MILLIS = 15_000;
const POLL_MILLIS = 100;

const leaseSchema = v.object({ holder: v.string(), until: v.number() });

const aWhile = (now: number): number => now + LEASE_MILLIS;
/** An expiry in the past on every clock. */
const over = (): number => 0;

export interface LeaseOptions {
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly patienceMillis?: number;
}

/** Attempts once to write the lease; false if someone else has it, was faster, or it was given back. */
async function claim(
  { store, clock }: LeaseOptions,
  name: string,
  holder: string,
  untilFrom: (now: number) => number,
): Promise<boolean> {
  const path = docs.lease(name);
  const stored = (await store.read([path])).get(path);
  const now = clock.now();
  if (stored) {
    const lease = v.parse(leaseSchema, stored.data);
    // Our own lease is over once it was given back: a later renewal must not take it again.
    const isRefused = lease.holder === holder ? lease.until === over() : lease.until > now;
    if (isRefused) return false;
  }
  const data = { holder, until: untilFrom(now) };
  return (await store.write(put(path, data, stored))) === 'written';
}

/** Gives a lease back; a lease that was lost, or cannot be written now, expires anyway. */
async function release(options: LeaseOptions, name: string, holder: string): Promise<void> {
  // A renewal already under way may be written first.
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await claim(options, name, holder, over)) return;
  }
}

/**
 * Runs a job while no other process runs the same one, such as an overlapping schedule or a script. Jobs are
 * safe to run twice anyway; the lease avoids wasted work and contention. A crashed process blocks others for at
 * most a minute.
 *
 * @returns the job's answer, or 'busy' when someone else kept the lease
 * @throws the job's error, or when the lease cannot be read
 */
export async function alone<Result>(
  options: LeaseOptions,
  name: string,
  run: () => Promise<Result>,
): Promise<Result | 'busy'> {
  const holder = randomUUID();
  const giveUpAt = performance.now() + (options.patienceMillis ?? TIMEOUT_MILLIS);
  while (!(await claim(options, name, holder, aWhile))) {
    if (performance.now() >= giveUpAt) {
      log.info('A job is running elsewhere', { name });
      return 'busy';
    }
    await sleep(POLL_MILLIS);
  }
  const lost = (error: unknown) => log.warn('A lease could not be written', { name, error });
  const renewal = setInterval(() => {
    claim(options, name, holder, aWhile).catch(lost);
  }, RENEW_MILLIS);
  try {
    return await run();
  } finally {
    clearInterval(renewal);
    await release(options, name, holder).catch(lost);
  }
}
