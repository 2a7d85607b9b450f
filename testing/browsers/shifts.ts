import type { Page } from '@playwright/test';

type LayoutShift = PerformanceEntry & {
  value: number;
  sources?: { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/**
 * Notes from the next page on what moves up or down, by name and distance, for journeys in which nobody
 * presses anything: the browser's own measure excuses half a second after the window got its size. A
 * figure that takes the place of a shorter one at the right end of its line has not moved.
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
      // What moves in a frame is told after it.
      const frame = () => new Promise(requestAnimationFrame);
      for (let left = 3; left > 0; left -= 1) await frame();
      return Reflect.get(window, 'shifts');
    });
}
