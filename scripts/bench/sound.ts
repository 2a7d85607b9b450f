import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { launchChromium } from '@datchain/shared/ui/testing/find-chromium.ts';
import type { Browser } from '@playwright/test';
import { inRepository } from '../lib/root.ts';
import { withDemoSite } from './demo-site.ts';
import { machine, median, table, writeReport } from './report.ts';

/** From the press to the sound (N-SND-02). */
const MOST_MILLIS = 500;
const LOUD = 0.02;

const screens = [
  { name: 'a card of /dats', path: '/dats' },
  { name: 'the page of a DAT', path: '/viewdat/dat-night-bus-to-lagos' },
  { name: 'the player on other sites', path: '/embed/dat-night-bus-to-lagos' },
] as const;

interface Measured {
  readonly name: string;
  readonly millis: readonly number[];
}

/** Notes when a play button was pressed, and when what comes out of the page was first loud. */
function listen(loud: number): void {
  const heard = { pressedAt: 0, loudAt: 0 };
  Object.assign(window, { heard });
  const Original = window.Audio;
  window.Audio = class extends Original {
    constructor() {
      super();
      // Only what may be read can be measured.
      this.crossOrigin = 'anonymous';
      const context = new AudioContext();
      const analyser = context.createAnalyser();
      context.createMediaElementSource(this).connect(analyser).connect(context.destination);
      const samples = new Float32Array(analyser.fftSize);
      const timer = setInterval(() => {
        analyser.getFloatTimeDomainData(samples);
        const power = samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length;
        if (Math.sqrt(power) < loud) return;
        heard.loudAt = performance.now();
        clearInterval(timer);
      }, 4);
    }
  };
  addEventListener('pointerdown', () => {
    heard.pressedAt = performance.now();
  });
}

/** In a browser of its own visit, with nothing kept from before. */
async function pressOnce(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  try {
    await context.addInitScript(listen, LOUD);
    const page = await context.newPage();
    await page.goto(url);
    const button = page.getByRole('button', { name: 'Play preview of Night Bus to Lagos' });
    await button.first().waitFor();
    // Live values go on arriving: no one presses in the very moment in which a page is there.
    await page.waitForTimeout(500);
    await button.first().click();
    const waiting = await page.waitForFunction(() => {
      const { heard } = window as unknown as { heard: { pressedAt: number; loudAt: number } };
      return heard.loudAt && heard.loudAt - heard.pressedAt;
    });
    return Number(await waiting.jsonValue());
  } finally {
    await context.close();
  }
}

const most = ({ millis }: Measured): number => Math.max(...millis);
const isMet = (all: readonly Measured[]): boolean => all.every((one) => most(one) <= MOST_MILLIS);

const figures = (all: readonly Measured[]): string =>
  table(
    ['pressed on', 'median, ms', 'most, ms'],
    all.map((one) => [one.name, median(one.millis).toFixed(0), most(one).toFixed(0)]),
  );

const report = (rounds: number, all: readonly Measured[]): string => `
# From the press to the sound

Written by \`npm run bench -- sound\`: the demo world on a stack of its own, in Chromium. From the press on a
play button until what comes out of the page is loud, ${rounds} visits each, with nothing in the browser's
cache. ${machine()}.

${figures(all)}

Budget, ${MOST_MILLIS} ms each time: ${isMet(all) ? 'met' : 'NOT met'} in this run.
`;

/**
 * Measures how soon a preview is heard and writes docs/bench/sound.md.
 *
 * @returns whether each press was answered within half a second
 */
export async function benchSound(rounds: number): Promise<boolean> {
  return withDemoSite(async ({ addresses, env }) => {
    const script = inRepository('scripts/lib/demo-sounds.ts');
    await promisify(execFile)(process.execPath, [script, 'dat-night-bus-to-lagos'], {
      env: { ...process.env, ...env },
    });
    const browser = await launchChromium();
    try {
      const all = screens.map(({ name, path }) => ({ name, path, millis: [] as number[] }));
      for (let round = 0; round < rounds; round++) {
        for (const { path, millis } of all) {
          millis.push(await pressOnce(browser, addresses.hosting + path));
        }
      }
      console.log(`\n${figures(all)}\n`);
      writeReport('sound', report(rounds, all));
      return isMet(all);
    } finally {
      await browser.close();
    }
  });
}
