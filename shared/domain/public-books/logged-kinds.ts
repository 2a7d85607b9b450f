import type { KindWith } from '../books/entry-kinds.ts';
import { MICROS_PER_CENT } from '../money.ts';
import type { LogKind } from '../public-log/logged-entry.ts';
import type { UsdMicros } from '../units.ts';
import type { BookFigure } from './figures.ts';

export type LogLine = Readonly<Record<string, string | number>>;

const readAmount = (line: LogLine, name: string): number => {
  const value = line[name];
  return typeof value === 'number' ? value : 0;
};

const paidMicros = (line: LogLine): UsdMicros => readAmount(line, 'paidCents') * MICROS_PER_CENT;
const toSellers = (line: LogLine): UsdMicros =>
  readAmount(line, 'sellerMicros') + readAmount(line, 'creatorMicros');
const to = (name: string) => (line: LogLine) => readAmount(line, name);

type Moves = Readonly<Partial<Record<BookFigure, (line: LogLine) => UsdMicros>>>;

const toPlatform = (line: LogLine): UsdMicros =>
  readAmount(line, 'platformMicros') + readAmount(line, 'roundingMicros');

const editionSale: Moves = {
  backing: (line) => 0 - toSellers(line) - toPlatform(line),
  owed: toSellers,
  platform: toPlatform,
};

const payment: Moves = {
  cardPayments: paidMicros,
  backing: to('backingMicros'),
  pool: to('poolMicros'),
};

const shared: Moves = { promised: (line) => 0 - readAmount(line, 'sharedMicros') };

/** The figures that each kind of line moves. Some lines do not separate owed, earned and lost amounts. */
const moves: Readonly<Partial<Record<LogKind, Moves>>> = {
  'token-sale': { ...payment, owed: to('sellersMicros'), platform: to('platformMicros') },
  'payment-correction': payment,
  sale: editionSale,
  resale: editionSale,
  streams: shared,
  'stream-correction': shared,
};

const isOf =
  (...kinds: LogKind[]) =>
  ({ kind }: LogLine): boolean =>
    kinds.some((each) => each === kind);

const isCorrection = isOf('payment-correction');

/** Works older than the journal have several lines for each entry, and no line says what it moved. */
type LoggedBookKind = Exclude<KindWith<'inBooks'> & KindWith<'lines'>, 'opening-dat'>;

const ownLines: Readonly<Record<LoggedBookKind, (line: LogLine) => boolean>> = {
  'order-settled': isOf('token-sale'),
  'order-clawed-back': (line) => isCorrection(line) && paidMicros(line) < 0,
  'order-reinstated': (line) => isCorrection(line) && paidMicros(line) > 0,
  'order-recovered': (line) => isCorrection(line) && paidMicros(line) === 0,
  'edition-sold': isOf('sale', 'resale'),
  'streams-distributed': isOf('streams', 'stream-correction'),
};

/** Says whether the public log has a line for each entry of a kind that moves dollars. */
export const hasOwnLine = (entryKind: string): entryKind is LoggedBookKind =>
  Object.hasOwn(ownLines, entryKind);

export const isLineOf = (line: LogLine, entryKind: string): boolean =>
  hasOwnLine(entryKind) && ownLines[entryKind](line);

/** Returns by how much a line moved a public figure; undefined if the line does not say. */
export const movedBy = (line: LogLine, figure: BookFigure): UsdMicros | undefined =>
  moves[line.kind as LogKind]?.[figure]?.(line);
