import type { Loads, PageRecord } from './page-record.ts';

/** Texts by number: each stands once. */
class Texts {
  readonly list: string[];
  /** Made when it is first needed: of most sites nothing is added. */
  #numbers: Map<string, number> | undefined;

  constructor(list: string[]) {
    this.list = list;
  }

  numberOf(text: string): number {
    this.#numbers ??= this.#allNumbers();
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.list.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }

  /** The numbers of a few different texts: one scan is twice as fast as a number at hand for each. */
  numbersOf(texts: readonly string[]): Int32Array {
    if (this.#numbers) return Int32Array.from(texts, (text) => this.numberOf(text));
    const found = new Map(texts.map((text) => [text, -1]));
    for (const [number, text] of this.list.entries()) {
      if (found.has(text)) found.set(text, number);
    }
    return Int32Array.from(texts, (text) => {
      const number = found.get(text) ?? -1;
      return number === -1 ? this.list.push(text) - 1 : number;
    });
  }

  #allNumbers(): Map<string, number> {
    const numbers = new Map<string, number>();
    // A pair for each, for the constructor of the map, would take twice as long.
    for (const [number, text] of this.list.entries()) numbers.set(text, number);
    return numbers;
  }
}

/** Whole numbers in a row that grows. */
class Numbers {
  #room: Int32Array;
  length: number;

  constructor(numbers: Int32Array) {
    this.#room = numbers;
    this.length = numbers.length;
  }

  at(place: number): number {
    return this.#room[place] ?? 0;
  }

  set(place: number, number: number): void {
    this.#room[place] = number;
  }

  all(): Int32Array {
    return this.#room.subarray(0, this.length);
  }

  push(numbers: ArrayLike<number>): void {
    const length = this.length + numbers.length;
    if (length > this.#room.length) {
      const room = new Int32Array(Math.max(2 * this.#room.length, length, 1024));
      room.set(this.#room.subarray(0, this.length));
      this.#room = room;
    }
    this.#room.set(numbers, this.length);
    this.length = length;
  }
}

// The numbers of a record: its length, its weight, the text of what it loads, and then four lists of
// texts, each with how many there are before it.
const LENGTH = 0;
const WEIGHT = 1;
const LOADS = 2;
const LISTS = 3;
const lists = ['links', 'problems', 'pictures', 'address'] as const;
export type List = (typeof lists)[number];

export interface RecordsContent {
  readonly texts: string[];
  readonly pages: readonly string[];
  readonly places: Int32Array;
  readonly numbers: Int32Array;
  readonly fileWeights: ReadonlyMap<string, number>;
}

/** Records by the page's file. Nearly all stay the same: they are read and written as numbers, without objects. */
export class PageRecords {
  readonly #texts: Texts;
  readonly #numbers: Numbers;
  readonly #places = new Map<string, number>();
  /** What files that pages load weigh, in bytes, where another content would have another name. */
  readonly fileWeights: Map<string, number>;

  private constructor(texts: Texts, numbers: Numbers, fileWeights: Map<string, number>) {
    this.#texts = texts;
    this.#numbers = numbers;
    this.fileWeights = fileWeights;
  }

  static none = (): PageRecords =>
    new PageRecords(new Texts([]), new Numbers(new Int32Array()), new Map());

  static of(content: RecordsContent): PageRecords {
    const numbers = new Numbers(content.numbers);
    const weights = new Map(content.fileWeights);
    const all = new PageRecords(new Texts(content.texts), numbers, weights);
    for (const [at, page] of content.pages.entries()) {
      all.#places.set(page, content.places[at] ?? 0);
    }
    return all;
  }

  get size(): number {
    return this.#places.size;
  }

  pages = (): IterableIterator<string> => this.#places.keys();

  has = (page: string): boolean => this.#places.has(page);

  #beginOf(place: number, list: List): number {
    let at = place + LISTS;
    for (const other of lists) {
      if (other === list) break;
      at += 1 + this.#numbers.at(at);
    }
    return at;
  }

  set(page: string, record: PageRecord): void {
    const { scripts, styles, fonts } = record;
    const loads: Loads = { scripts, styles, fonts };
    const place = this.#numbers.length;
    this.#numbers.push([record.length, 0, this.#texts.numberOf(JSON.stringify(loads))]);
    for (const list of lists) {
      const numbers = record[list].map((text) => this.#texts.numberOf(text));
      this.#numbers.push([numbers.length, ...numbers]);
    }
    this.#places.set(page, place);
  }

  get(page: string): PageRecord | undefined {
    const place = this.placeOf(page);
    if (place === undefined) return undefined;
    const textsOf = (list: List): string[] => {
      const texts: string[] = [];
      this.each(place, list, (text) => texts.push(this.text(text)));
      return texts;
    };
    return {
      links: textsOf('links'),
      ...this.loads(this.loadsAt(place)),
      pictures: textsOf('pictures'),
      address: textsOf('address'),
      length: this.lengthAt(place),
      problems: textsOf('problems'),
    };
  }

  /** Every place is below this. */
  get room(): number {
    return this.#numbers.length;
  }

  /** Where the record of a page is: a number by which it is asked for. */
  placeOf = (page: string): number | undefined => this.#places.get(page);

  each(place: number, list: List, show: (text: number) => void): void {
    const begin = this.#beginOf(place, list);
    const end = begin + this.#numbers.at(begin);
    for (let at = begin + 1; at <= end; at += 1) show(this.#numbers.at(at));
  }

  eachList(place: number, show: Readonly<Record<List, (text: number) => void>>): void {
    let at = place + LISTS;
    for (const list of lists) {
      const end = at + this.#numbers.at(at);
      for (at += 1; at <= end; at += 1) show[list](this.#numbers.at(at));
    }
  }

  /** The pages with a text of this kind in one of their lists. */
  *pagesWith(isWanted: (text: number) => boolean): Generator<string> {
    const wanted = Uint8Array.from({ length: this.texts }, (_none, text) => +isWanted(text));
    const numbers = this.#numbers.all();
    for (const [page, place] of this.#places) {
      let [at, isFound] = [place + LISTS, 0];
      for (let list = 0; list < lists.length; list += 1) {
        const end = at + (numbers[at] ?? 0);
        for (at += 1; at <= end; at += 1) isFound |= wanted[numbers[at] ?? 0] ?? 0;
      }
      if (isFound) yield page;
    }
  }

  text(number: number): string {
    return this.#texts.list[number] ?? '';
  }

  get texts(): number {
    return this.#texts.list.length;
  }

  /** What the page loads, as a number: the same for all pages that load the same. */
  loadsAt = (place: number): number => this.#numbers.at(place + LOADS);

  loads = (number: number): Loads => JSON.parse(this.text(number));

  lengthAt = (place: number): number => this.#numbers.at(place + LENGTH);

  /** What the page weighs as it travels, in bytes; 0 when it was never weighed. */
  weightAt = (place: number): number => this.#numbers.at(place + WEIGHT);

  noteWeight = (place: number, bytes: number): void => this.#numbers.set(place + WEIGHT, bytes);

  only(pages: Iterable<string>): PageRecords {
    // Numbers and texts are only ever added to: both can go on with the same ones.
    const some = new PageRecords(this.#texts, this.#numbers, this.fileWeights);
    for (const page of pages) {
      const place = this.#places.get(page);
      if (place !== undefined) some.#places.set(page, place);
    }
    return some.size === 0 ? PageRecords.none() : some;
  }

  /** Adds the records of other pages; where both have one, the other's stays. */
  add(others: PageRecords): void {
    const own = this.#texts.numbersOf(others.#texts.list);
    const { numbers, places } = others.#renumbered((text) => own[text] ?? 0);
    const begin = this.#numbers.length;
    this.#numbers.push(numbers);
    for (const [page, place] of places) this.#places.set(page, begin + place);
    for (const [file, weight] of others.fileWeights) this.fileWeights.set(file, weight);
  }

  /** All of it. What no page has any more is left out when it has become much. */
  content(): RecordsContent {
    const { fileWeights } = this;
    const [pages, places] = [[...this.pages()], Int32Array.from(this.#places.values())];
    if (this.#numbers.length <= 2 * this.#used()) {
      return { texts: this.#texts.list, pages, places, numbers: this.#numbers.all(), fileWeights };
    }
    const texts: string[] = [];
    // Each is asked for once.
    const own = this.#renumbered((text) => texts.push(this.text(text)) - 1);
    const begins = Int32Array.from(own.places, ([, place]) => place);
    return { texts, pages, places: begins, numbers: own.numbers, fileWeights };
  }

  #used(): number {
    let used = 0;
    for (const place of this.#places.values()) used += this.#lengthOf(place);
    return used;
  }

  #lengthOf(place: number): number {
    let at = place + LISTS;
    for (let list = 0; list < lists.length; list += 1) at += 1 + this.#numbers.at(at);
    return at - place;
  }

  /** The records one after the other, with other numbers for their texts. */
  #renumbered(numberOf: (text: number) => number) {
    const { list } = this.#texts;
    const known = new Int32Array(list.length).fill(-1);
    const renumber = (text: number): number => {
      const number = known[text] ?? -1;
      if (number !== -1) return number;
      const other = numberOf(text);
      known[text] = other;
      return other;
    };
    const places: [page: string, place: number][] = [];
    const from = this.#numbers.all();
    const numbers = new Int32Array(from.length);
    let to = 0;
    const copy = (number = 0): void => {
      numbers[to] = number;
      to += 1;
    };
    for (const [page, place] of this.#places) {
      places.push([page, to]);
      copy(from[place + LENGTH]);
      copy(from[place + WEIGHT]);
      copy(renumber(from[place + LOADS] ?? 0));
      let at = place + LISTS;
      for (let list = 0; list < lists.length; list += 1) {
        const end = at + (from[at] ?? 0);
        copy(from[at]);
        for (at += 1; at <= end; at += 1) copy(renumber(from[at] ?? 0));
      }
    }
    return { places, numbers: numbers.slice(0, to) };
  }
}
