import { isDeepStrictEqual } from 'node:util';
import { sumQueueLine } from '@datchain/shared/domain/books/queue.ts';
import type { Truth } from './balances.ts';

const linesOf = (parts: ReadonlyMap<number, Parameters<typeof sumQueueLine>[1]>) =>
  [...parts]
    .sort(([a], [b]) => a - b)
    .flatMap(([number, part]) => sumQueueLine(number, part) ?? []);

export function compareQueues({
  blocks,
  queuePages,
  queueShelves,
}: Pick<Truth, 'blocks' | 'queuePages' | 'queueShelves'>): string[] {
  return blocks.flatMap(({ id, queue }) => {
    const pages = queuePages.filter(({ blockId }) => blockId === id);
    const shelves = new Map([
      ...queue.shelves,
      ...queueShelves
        .filter(({ blockId }) => blockId === id)
        .map(({ number, lines }) => [number, lines] as const),
    ]);
    const entries = new Map([
      ...queue.pages,
      ...pages.map((page) => [page.number, page.entries] as const),
    ]);
    const own = linesOf(entries);
    const numbers = [...new Set(own.map(({ number }) => Math.floor(number / queue.size)))];
    const expected = new Map(
      numbers.map((number) => [
        number,
        own.filter((line) => Math.floor(line.number / queue.size) === number),
      ]),
    );
    const beyond = pages.filter(({ number }) => number * queue.size >= queue.nextPlace);
    const tooLong = pages.filter((page) => page.entries.length > queue.size);
    return [
      ...(isDeepStrictEqual(shelves, expected)
        ? []
        : [`queue ${id}: its shelves are not its pages`]),
      ...(isDeepStrictEqual(queue.lines, linesOf(expected))
        ? []
        : [`queue ${id}: its lines are not its shelves`]),
      ...beyond.map(({ number }) => `queue ${id}: page ${number} is behind its end`),
      ...tooLong.map(({ number }) => `queue ${id}: page ${number} is too long`),
      ...pages
        .filter((page) => page.entries.length === 0)
        .map(({ number }) => `queue ${id}: page ${number} is empty`),
    ];
  });
}
