import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Which of axe's rules count; all of them, where nothing is said. */
export interface AxeRules {
  readonly only?: readonly string[];
  readonly without?: readonly string[];
}

/** Colours have arrived and nothing is half faded in. What runs without end is not waited for. */
const atRest = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });

/**
 * What axe finds on the page once it is at rest, not in frames: each rule with the places that
 * break it.
 */
export async function axeFaults(
  page: Page,
  { only, without = [] }: AxeRules = {},
): Promise<[rule: string, places: string[]][]> {
  // It stays on the page: to compile it takes longer than to ask it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const left = without.map((rule) => [rule, { enabled: false }] as const);
  // axe itself looks at sizes only when it is asked to.
  const rules = { 'target-size': { enabled: true }, ...Object.fromEntries(left) };
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    rules,
    ...(only && { runOnly: [...only] }),
  };
  await atRest(page);
  return page.evaluate(async (asked) => {
    const { violations } = await window.axe.run(document, asked);
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)] as const);
  }, options) as Promise<[string, string[]][]>;
}
