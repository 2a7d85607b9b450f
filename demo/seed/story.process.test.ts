import { docs } from '@datchain/shared/contracts/paths.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { makeEnvironment } from '@datchain/stack/environment.ts';
import { freePorts } from '@datchain/stack/ports.ts';
import { startStripe } from '@datchain/stripe-emulator/server.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demoWorld } from '../world/world.ts';
import { noPictures } from './documents.ts';
import { Past } from './past.ts';
import { tellStory } from './story.ts';

vi.setConfig({ testTimeout: 120_000 });

const whole = demoWorld(new Date('2026-11-20T10:42:00Z'));
const until = whole.todayMillis - 440 * DAY_MILLIS;

let stripe: Awaited<ReturnType<typeof startStripe>>;

beforeAll(async () => {
  const ports = await freePorts();
  Object.assign(process.env, makeEnvironment('demo-dats', ports));
  stripe = await startStripe({ port: ports.stripe, projectId: 'demo-dats' });
});

afterAll(() => stripe.close());

async function headOf(past: Past): Promise<unknown> {
  const stored = await past.at(until).store.read([docs.publicLogHead]);
  return stored.get(docs.publicLogHead)?.data.checkpoint;
}

test('[N-WLD-02] the story up to a day gives the same checkpoint of the public log each time', async () => {
  const checkpoints: unknown[] = [];
  for (const _ of [1, 2]) {
    await fetch(`${stripe.url}/_test/reset`, { method: 'POST' });
    const past = new Past();
    await tellStory(whole, { past, pictures: noPictures }, until);
    checkpoints.push(await headOf(past));
  }
  expect(checkpoints[0]).toMatch(/^demo-dats\.example\/data\/v1\/tlog\n\d{3,}\n/);
  expect(checkpoints[1]).toEqual(checkpoints[0]);
});
