/** The number of cards per page, which fills rows of 4, 3 and 2 columns. */
export const pageSize = 48;
/** The featured card takes four places. */
export const firstPageSize = pageSize - 3;

export interface PageLinks {
  readonly current: number;
  readonly count: number;
  /** The first, the last and the neighbouring pages; `undefined` marks a gap. */
  readonly numbers: readonly ({ readonly page: number; readonly href: string } | undefined)[];
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** Builds the page links, where 1 is the first page; undefined for a single page. */
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

/** The limit of user-written text per list page, in bytes, for the page's weight (N-INP-01). */
export const LIST_TEXT_BYTES = 8_000;

const encoder = new TextEncoder();

/** Returns the size of texts in UTF-8. */
export const countBytes = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + encoder.encode(text).length, 0);

/** Takes as many items as fit on a page, at least one. @param bytesIn returns the size of an item's texts */
export function firstThatFit<T>(
  items: readonly T[],
  most: number,
  bytesIn: (item: T) => number,
): T[] {
  let bytes = 0;
  const end = items.slice(0, most).findIndex((item, at) => {
    bytes += bytesIn(item);
    return bytes > LIST_TEXT_BYTES && at > 0;
  });
  return items.slice(0, end === -1 ? most : end);
}

/** Splits items into pages, at least one. The first page, and pages with long texts, may hold fewer. */
export function splitIntoPages<T>(
  items: readonly T[],
  bytesIn: (item: T) => number,
  firstSize: number = pageSize,
): T[][] {
  const pages = [firstThatFit(items, firstSize, bytesIn)];
  for (let from = pages[0]?.length ?? 0; from < items.length; ) {
    const page = firstThatFit(items.slice(from, from + pageSize), pageSize, bytesIn);
    pages.push(page);
    from += page.length;
  }
  return pages;
}
