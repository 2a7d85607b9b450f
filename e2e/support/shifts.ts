import type { Page } from '@playwright/test';

type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources?: { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/**
 * Notes from the next page on what moves up or down by itself, by name and distance. A figure
 * that takes the place of a shorter one at the right end of its line has not moved.
 */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        for (const { node, previousRect, currentRect } of entry.sources ?? []) {
          const by = Math.round(currentRect.top - previousRect.top);
          const element = node instanceof Element ? node : node?.parentElement;
          if (by !== 0) shifts.push(`${element?.tagName} .${element?.className}: ${by} px`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'shifts'));
}
