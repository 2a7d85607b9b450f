import type { StackHandle } from '@datchain/stack/control.ts';
import { expect } from '@playwright/test';

const read = async (url: string): Promise<unknown> => (await fetch(url)).json();

export async function expectAsFound({ addresses }: StackHandle): Promise<void> {
  const { nowMillis } = (await read(`${addresses.stripe}/_test/clock`)) as { nowMillis: number };
  expect(Math.abs(nowMillis - Date.now()), 'the clock was left shifted').toBeLessThan(30_000);
  expect(await read(`${addresses.stripe}/_test/faults`), 'Stripe was left broken').toEqual({
    faults: [],
  });
}
