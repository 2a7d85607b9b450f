import { type Fan, market } from '../market.ts';

export type Input = Record<string, unknown>;

/** What a wrong value of a field is answered with. */
export type Refused = readonly [status: number, sentence: string | RegExp];

/** A call as the tests of every call know it. */
export interface Row {
  /** A new user, with input that the call takes from exactly this user. */
  prepare(): Promise<{ fan: Fan; input: Input }>;
  /** Each field of the input: what is answered to a value, which may happen to be right. */
  readonly fields: Readonly<Record<string, (value: unknown) => Refused | 'right'>>;
  /** The field that names something of the caller's own. */
  readonly ownField?: string;
  /** Done right it ends all sessions, and the token is not good for a second call. */
  readonly endsSessions?: true;
}

const m = market();

export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** A field of text with a shape of its own: what does not fit is refused, the rest not found. */
export const idField =
  (field: string, shape: RegExp, sentence: string) =>
  (value: unknown): Refused => {
    if (typeof value !== 'string') return [400, new RegExp(`^${field}: Invalid type: `)];
    return [shape.test(value) ? 404 : 400, sentence];
  };
export const documentId = /^(?!__)[\w-]{1,64}$/;
/** Every value is wrong, and gets the same answer. */
export const only = (status: number, sentence: string | RegExp) => (): Refused => [
  status,
  sentence,
];
export const anyone = async () => ({ fan: await m.signUp(), input: {} });
export const noInput: Row = { prepare: anyone, fields: {} };
