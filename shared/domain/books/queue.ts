import { rates } from '../config.ts';
import type { Queue, QueueEntry, QueueLine } from './guards.ts';

/** Returns an empty queue. Its page size must never change: it determines where a listing is. */
export const emptyQueue = (size: number = rates.queuePageSize): Queue => ({
  size,
  nextPlace: 0,
  lines: [],
  shelves: new Map(),
  pages: new Map(),
  changed: { shelves: new Set(), pages: new Set() },
});

export const findQueuePage = ({ size }: Queue, place: number): number => Math.floor(place / size);
export const findQueueShelf = ({ size }: Queue, page: number): number => Math.floor(page / size);

/** The most listings one order may take from: each one writes a seller's guard. */
export const listingsPerOrder = ({ size }: Queue): number => 2 * size;

const withItem = <Value>(map: ReadonlyMap<number, Value>, key: number, value: Value) =>
  new Map([...map, [key, value]]);

export const withRead = (
  queue: Queue,
  read: { shelves?: Queue['shelves']; pages?: Queue['pages'] },
): Queue => ({
  ...queue,
  shelves: new Map([...queue.shelves, ...(read.shelves ?? [])]),
  pages: new Map([...queue.pages, ...(read.pages ?? [])]),
});

const isForSale = ({ qty }: { readonly qty: number }) => qty > 0;

/** Returns a filter for listings that a buyer can buy; with undefined, that anybody can. */
const isForSaleTo = (buyerUid: string | undefined) => (entry: QueueEntry) =>
  isForSale(entry) && entry.sellerUid !== buyerUid;

/** Summarises the pages of a shelf, or the listings of a page; undefined if nothing is for sale. */
export function sumQueueLine(
  number: number,
  parts: readonly { qty: number; faceMicros: number; listings?: number; sellerUid: string }[],
): QueueLine | undefined {
  const forSale = parts.filter(isForSale);
  const [next] = forSale;
  if (!next) return undefined;
  const sum = { number, qty: 0, faceMicros: 0, listings: 0, sellerUid: next.sellerUid };
  for (const { qty, faceMicros, listings = 1 } of forSale) {
    sum.qty += qty;
    sum.faceMicros += faceMicros;
    sum.listings += listings;
  }
  return sum;
}

const withLine = (
  lines: readonly QueueLine[],
  number: number,
  line: QueueLine | undefined,
): readonly QueueLine[] => [
  ...lines.filter((one) => one.number < number),
  ...(line ? [line] : []),
  ...lines.filter((one) => one.number > number),
];

function getPart<Part>(parts: ReadonlyMap<number, Part>, number: number, what: string): Part {
  const part = parts.get(number);
  if (!part) throw new Error(`The ${what} ${number} of the queue was not read`);
  return part;
}

/** Replaces the listings of a page. Summaries stay unchanged if the same tokens are for sale as before. */
function withPage(
  queue: Queue,
  number: number,
  before: readonly QueueEntry[],
  entries: readonly QueueEntry[],
): Queue {
  const next = {
    ...queue,
    pages: withItem(queue.pages, number, entries),
    changed: { ...queue.changed, pages: new Set([...queue.changed.pages, number]) },
  };
  const line = sumQueueLine(number, entries);
  const was = sumQueueLine(number, before);
  if (line?.qty === was?.qty && line?.faceMicros === was?.faceMicros) return next;
  const shelf = findQueueShelf(queue, number);
  const lines = withLine(getPart(queue.shelves, shelf, 'shelf'), number, line);
  return {
    ...next,
    lines: withLine(queue.lines, shelf, sumQueueLine(shelf, lines)),
    shelves: withItem(queue.shelves, shelf, lines),
    changed: { ...next.changed, shelves: new Set([...queue.changed.shelves, shelf]) },
  };
}

export function append(queue: Queue, entry: QueueEntry): Queue {
  const page = findQueuePage(queue, queue.nextPlace);
  const entries = getPart(queue.pages, page, 'page');
  const next = withPage(queue, page, entries, [...entries, entry]);
  return { ...next, nextPlace: queue.nextPlace + 1 };
}

export function findListing(queue: Queue, listingId: string): QueueEntry | undefined {
  for (const entries of queue.pages.values()) {
    const entry = entries.find((one) => one.listingId === listingId);
    if (entry) return entry;
  }
  return undefined;
}

const isDone = (entry: QueueEntry) => entry.qty === 0 && entry.reserved === 0;

/**
 * Replaces a listing in place; a listing without tokens leaves the queue.
 *
 * @throws Error if the listing is not on a page that was read
 */
export function withListing(queue: Queue, entry: QueueEntry): Queue {
  for (const [page, entries] of queue.pages) {
    const at = entries.findIndex(({ listingId }) => listingId === entry.listingId);
    if (at < 0) continue;
    const own = isDone(entry) ? [] : [entry];
    const after = [...entries.slice(0, at), ...own, ...entries.slice(at + 1)];
    return withPage(queue, page, entries, after);
  }
  throw new Error(`The listing ${entry.listingId} is not in the queue`);
}

export interface Unread {
  readonly shelves: readonly number[];
  readonly pages: readonly number[];
}

/**
 * Lists the pages and shelves to read before a buyer can buy `qty` tokens; their own listings do not count
 * (N-MON-17).
 */
export function unreadForSale(queue: Queue, qty: number, buyerUid?: string): Unread {
  const unread = { shelves: [] as number[], pages: [] as number[] };
  let [tokens, listings] = [qty, listingsPerOrder(queue)];
  const isEnough = () => tokens <= 0 || listings <= 0;
  const count = (line: Pick<QueueLine, 'qty' | 'listings'>) => {
    tokens -= line.qty;
    listings -= line.listings;
  };
  for (const line of queue.lines) {
    if (isEnough()) break;
    const shelf = queue.shelves.get(line.number);
    // An empty entry stands for a shelf or page whose content was not loaded; its summary counts instead.
    if (!shelf || shelf.length === 0) {
      if (!shelf) unread.shelves.push(line.number);
      count(line);
      continue;
    }
    for (const page of shelf) {
      if (isEnough()) break;
      const entries = queue.pages.get(page.number);
      if (!entries || entries.length === 0) {
        if (!entries) unread.pages.push(page.number);
        count(page);
        continue;
      }
      for (const { qty: forSale } of entries.filter(isForSaleTo(buyerUid))) {
        count({ qty: forSale, listings: 1 });
      }
    }
  }
  return unread;
}

/** Lists the pages and shelves to read before listings at these places can change. */
export function unreadAt(queue: Queue, places: readonly number[]): Unread {
  const pages = [...new Set(places.map((place) => findQueuePage(queue, place)))];
  const shelves = [...new Set(pages.map((page) => findQueueShelf(queue, page)))];
  return {
    shelves: shelves.filter((shelf) => !queue.shelves.has(shelf)),
    pages: pages.filter((page) => !queue.pages.has(page)),
  };
}

/**
 * Yields the listings for sale to a buyer, in the order of sale.
 *
 * @throws Error if a page or shelf was not read
 */
export function* forSale(queue: Queue, buyerUid?: string): Generator<QueueEntry> {
  for (const line of queue.lines) {
    for (const page of getPart(queue.shelves, line.number, 'shelf')) {
      yield* getPart(queue.pages, page.number, 'page').filter(isForSaleTo(buyerUid));
    }
  }
}

/** Sums a user's tokens for sale, on the pages that were read. */
export const ownForSale = (queue: Queue, uid: string): number =>
  [...queue.pages.values()]
    .flat()
    .reduce((sum, { sellerUid, qty }) => (sellerUid === uid ? sum + qty : sum), 0);
