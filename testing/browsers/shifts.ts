import type { Page } from '@playwright/test';

type LayoutShift = PerformanceEntry & {
  value: number;
  sources?: { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/**
 * Records vertical layout shifts from the next page on, by name and distance, for journeys without
 * input. The browser's own metric ignores the first half second after a resize. A figure replaced
 * by a longer one at the right end of its line has not moved.
 */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        for (const { node, previousRect, currentRect } of entry.sources ?? []) {
          const by = Math.round(currentRect.top - previousRect.top);
          const element = node instanceof Element ? node : node?.parentElement;
          if (by !== 0) shifts.push(`${element?.tagName} .${element?.className}: ${by} px`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(async () => {
      // Shifts of a frame are reported after it.
      const frame = () => new Promise(requestAnimationFrame);
      for (let left = 3; left > 0; left -= 1) await frame();
      return Reflect.get(window, 'shifts');
    });
}
