import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LeftOut } from '@datchain/shared/contracts/documents/site-state.ts';
import { sessionHintScript } from '@datchain/shared/ui/session-hint.ts';
import { plannedFolders } from '../ledger/src/plan.ts';
import { type PageRecord, type Problem, recordPage, tellProblem } from './page-record.ts';
import { RebuildError } from './rebuild-options.ts';
import type { SiteTree } from './site-tree.ts';

export interface PageAside extends Problem {
  /** Whether the former page stays; otherwise the page is left out. */
  readonly isAsBefore: boolean;
}

/** Tells whether the site can do without this file: a fallback page answers, or it is an export. */
const mayBeLeftOut = (file: string): boolean =>
  !file.endsWith('.html') || plannedFolders.some((folder) => file.startsWith(`${folder}/`));

const isWithin = (some: readonly string[], all: readonly string[]): boolean => {
  const those = new Set(all);
  return some.every((one) => those.has(one));
};

const namesIn = (page: Buffer): string[] => page.toString().match(/@[\w.-]+/g) ?? [];

/**
 * Returns the record of a former page that may stay: it shows no work, picture or person that the new page lacks.
 * Otherwise a takedown or an erasure would not take effect.
 */
function recordToKeep(before: string, now: string): PageRecord | undefined {
  if (!existsSync(before) || !existsSync(now)) return undefined;
  const [former, latter] = [readFileSync(before), readFileSync(now)];
  if (former.equals(latter) || !isWithin(namesIn(former), namesIn(latter))) return undefined;
  const [kept, drawn] = [former, latter].map((page) => recordPage(`${page}`, sessionHintScript));
  const isShown = (list: 'links' | 'pictures') => isWithin(kept?.[list] ?? [], drawn?.[list] ?? []);
  return isShown('links') && isShown('pictures') ? kept : undefined;
}

/** Sets aside the pages that are not fit to publish (N-INP-01). Each stays as it was, or is left out. */
export class PagesAside {
  readonly #site: SiteTree;
  readonly #liveDir: string | undefined;
  readonly #pages = new Map<string, PageAside>();

  /** @param liveDir the live folder; undefined when the live site is elsewhere */
  constructor(site: SiteTree, liveDir: string | undefined) {
    this.#site = site;
    this.#liveDir = liveDir;
  }

  get pages(): ReadonlyMap<string, PageAside> {
    return this.#pages;
  }

  list(): LeftOut[] {
    return [...this.#pages.values()].map(({ page, problem, isAsBefore }) => ({
      what: page,
      problem: isAsBefore ? `${problem}; it stays as it was` : problem,
    }));
  }

  get leftOut(): ReadonlySet<string> {
    const gone = [...this.#pages].filter(([, { isAsBefore }]) => !isAsBefore);
    return new Set(gone.map(([page]) => page));
  }

  /**
   * Sets aside the pages with these problems. A former page that has a problem too is left out.
   *
   * @returns the records of former pages that stay
   * @throws RebuildError when a main page can neither be published nor stay
   */
  add(problems: readonly Problem[]): Map<string, PageRecord> {
    const kept = new Map<string, PageRecord>();
    const lost: Problem[] = [];
    for (const each of problems) {
      const { page } = each;
      const known = this.#pages.get(page);
      if (kept.has(page) || known?.isAsBefore === false) continue;
      const before = this.#liveDir !== undefined && join(this.#liveDir, page);
      const record = before && !known && recordToKeep(before, join(this.#site.dir, page));
      if (before && record) {
        this.#site.link(before, page);
        kept.set(page, record);
      } else {
        this.#site.remove(page);
        if (!mayBeLeftOut(page)) lost.push(known ?? each);
      }
      this.#pages.set(page, { ...(known ?? each), isAsBefore: Boolean(record) });
    }
    if (lost.length > 0) throw notFit(lost);
    return kept;
  }
}

function notFit(problems: readonly Problem[]): RebuildError {
  const shown = problems.slice(0, 20).map((problem) => `  ${tellProblem(problem)}`);
  return new RebuildError(
    `The built pages are not fit to publish (${problems.length} problems):\n${shown.join('\n')}`,
  );
}
