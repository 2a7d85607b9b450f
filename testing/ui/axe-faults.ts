import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The axe rules that count; all by default. */
export interface AxeRules {
  readonly only?: readonly string[];
  readonly without?: readonly string[];
}

const atRest = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });

/**
 * Lists axe's findings on the page at rest, without frames: each rule with the places that break
 * it.
 */
export async function axeFaults(
  page: Page,
  { only, without = [] }: AxeRules = {},
): Promise<[rule: string, places: string[]][]> {
  // axe stays on the page, because compiling it takes longer than running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const left = without.map((rule) => [rule, { enabled: false }] as const);
  // By default axe does not check target sizes.
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
