import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publicPages } from '@datchain/shared/domain/public-pages.ts';
import { chromiumArguments, findChromium } from '@datchain/testing/ui/find-chromium.ts';
import * as v from 'valibot';
import { prepareSite } from '../lib/local-site.ts';
import { median, type Report, table } from './report.ts';
import { withStack } from './with-stack.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
] as const;

interface Run {
  readonly scores: Readonly<Record<Category, number>>;
  /** Milliseconds, in the order of `metrics`. */
  readonly millis: readonly number[];
  readonly layoutShift: number;
  readonly bytes: number;
  readonly lost: readonly string[];
}

interface Measured {
  readonly path: string;
  readonly runs: readonly Run[];
}

/** Fetched on demand, because only this needs it and its eighty packages. */
const lighthouse = 'lighthouse@13.5.0';

const answerSchema = v.object({
  runtimeError: v.optional(v.object({ code: v.string(), message: v.string() })),
  audits: v.record(
    v.string(),
    v.object({ score: v.nullable(v.number()), numericValue: v.optional(v.number()) }),
  ),
  categories: v.record(
    v.string(),
    v.object({
      score: v.nullable(v.number()),
      auditRefs: v.array(v.object({ id: v.string(), weight: v.number() })),
    }),
  ),
});

type Answer = v.InferOutput<typeof answerSchema>;

/**
 * Runs Lighthouse in a separate browser. It exits with an error if the report contains one. The
 * report is read from a file, because printed output may be cut off at the exit.
 */
async function askLighthouse(url: string): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  const file = join(folder, 'answer.json');
  try {
    await promisify(execFile)(
      'npx',
      [
        '--yes',
        lighthouse,
        url,
        '--quiet',
        '--output=json',
        `--output-path=${file}`,
        `--only-categories=${categories.join(',')}`,
        `--chrome-flags=${['--headless=new', ...chromiumArguments].join(' ')}`,
      ],
      {
        env: { ...process.env, CHROME_PATH: findChromium() },
        shell: process.platform === 'win32',
      },
    ).catch((error: Error) => {
      if (!existsSync(file)) throw new Error(`${url}: ${error.message}`);
    });
    return v.parse(answerSchema, JSON.parse(readFileSync(file, 'utf8')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Measures a page. Occasionally the browser's trace lacks its beginning, and Lighthouse must run
 * again.
 *
 * @throws when the page could not be measured
 */
async function runOnce(url: string, tries = 3): Promise<Run> {
  const lhr = await askLighthouse(url);
  if (lhr.runtimeError?.code === 'NO_NAVSTART' && tries > 1) return runOnce(url, tries - 1);
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const numberOf = (audit: string): number => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const lost = categories.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  );
  const score = (category: Category): number =>
    Math.round((lhr.categories[category]?.score ?? 0) * 100);
  return {
    scores: Object.fromEntries(categories.map((each) => [each, score(each)])) as Run['scores'],
    millis: metrics.map(numberOf),
    layoutShift: numberOf('cumulative-layout-shift'),
    bytes: numberOf('total-byte-weight'),
    lost: [...new Set(lost)],
  };
}

const scoreOf = ({ runs }: Measured, category: Category): number =>
  median(runs.map(({ scores }) => scores[category]));

const comparison = (pages: readonly Measured[]): string =>
  table(
    [
      'page',
      'performance',
      'accessibility',
      'best practices',
      'SEO',
      'FCP',
      'LCP',
      'TBT',
      'CLS',
      'KB',
    ],
    pages.map((page) => [
      page.path,
      ...categories.map((category) => `${scoreOf(page, category)}`),
      ...metrics.map(
        (_, at) => `${Math.round(median(page.runs.map(({ millis }) => millis[at] ?? 0)))}`,
      ),
      `${Number(median(page.runs.map(({ layoutShift }) => layoutShift)).toFixed(3))}`,
      `${Math.round(median(page.runs.map(({ bytes }) => bytes)) / 1024)}`,
    ]),
  );

function lostPoints(pages: readonly Measured[]): string {
  const lines = pages.flatMap(({ path, runs }) => {
    const lost = [...new Set(runs.flatMap((run) => run.lost))];
    return lost.length > 0 ? [`- ${path}: ${lost.join(', ')}`] : [];
  });
  return lines.length > 0 ? `\n\nAudits below 90 in some run:\n${lines.join('\n')}` : '';
}

async function newestDat(address: string): Promise<string> {
  const { dats } = (await (await fetch(`${address}/data/v1/dats.json`)).json()) as {
    dats: { id: string }[];
  };
  if (!dats[0]) throw new Error('The demo world has no DATS.');
  return dats[0].id;
}

export async function benchLighthouse(rounds: number): Promise<Report> {
  return withStack(async (stack, siteDir) => {
    await prepareSite(stack, { siteDir }, console.log).done;
    const address = stack.addresses.hosting;
    const id = await newestDat(address);
    // Pages excluded from search engines, such as certificates, lose a third of their SEO score.
    const found = publicPages.filter((page) => !('noindex' in page)).map(({ path }) => path);
    const pages = [...found, `/viewdat/${id}`, `/analytics/${id}`].map((path) => ({
      path,
      runs: [] as Run[],
    }));
    for (let round = 0; round < rounds; round++) {
      for (const { path, runs } of pages) runs.push(await runOnce(address + path));
    }
    const isMet = pages.every((page) =>
      categories.every((category) => scoreOf(page, category) === 100),
    );
    return {
      figures: `${comparison(pages)}${lostPoints(pages)}`,
      budgets: [['100 in every category', isMet]],
    };
  });
}
