/** Cards of a page: full rows in grids of 4, 3 and 2 columns. */
export const pageSize = 48;
/** The featured card takes the room of four. */
export const firstPageSize = pageSize - 3;

/** Where the pages of a list are, as the links below it show them. */
export interface PageLinks {
  readonly current: number;
  readonly count: number;
  /** The first, the last and those around the current one; `undefined` where some are left out. */
  readonly numbers: readonly ({ readonly page: number; readonly href: string } | undefined)[];
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** The links from page `current` (1 is the first); undefined when there is only one page. */
export function pageLinks(
  current: number,
  count: number,
  hrefOf: (page: number) => string,
): PageLinks | undefined {
  if (count < 2) return undefined;
  const near = [1, current - 1, current, current + 1, count];
  const shown = [...new Set(near)].filter((page) => page >= 1 && page <= count);
  return {
    current,
    count,
    numbers: shown.flatMap((page, index) => {
      const link = { page, href: hrefOf(page) };
      const isGap = index > 0 && page - (shown[index - 1] ?? 0) > 1;
      return isGap ? [undefined, link] : [link];
    }),
    previous: current > 1 ? hrefOf(current - 1) : undefined,
    next: current < count ? hrefOf(current + 1) : undefined,
  };
}

/** The items in pages, at least one; the first may hold fewer than the others. */
export function pagesOf<T>(items: readonly T[], firstSize: number = pageSize): T[][] {
  const pages = [items.slice(0, firstSize)];
  for (let start = firstSize; start < items.length; start += pageSize) {
    pages.push(items.slice(start, start + pageSize));
  }
  return pages;
}
