import { type Fan, market } from '../market.ts';

export type Input = Record<string, unknown>;

export type Refused = readonly [status: number, sentence: string | RegExp];

export interface Row {
  /** Makes a new user, with input that the call accepts from this user only. */
  prepare(): Promise<{ fan: Fan; input: Input }>;
  readonly fields: Readonly<Record<string, (value: unknown) => Refused | 'right'>>;
  /** The field that names something owned by the caller. */
  readonly ownField?: string;
  /** A successful call ends all sessions, so the token works only once. */
  readonly endsSessions?: true;
}

const m = market();

export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/**
 * Makes the expectation for an id field: a wrong shape is refused, any other value is not found.
 */
export const idField =
  (field: string, shape: RegExp, sentence: string) =>
  (value: unknown): Refused => {
    if (typeof value !== 'string') return [400, new RegExp(`^${field}: Invalid type: `)];
    return [shape.test(value) ? 404 : 400, sentence];
  };
export const documentId = /^(?!__)[\w-]{1,64}$/;
export const only = (status: number, sentence: string | RegExp) => (): Refused => [
  status,
  sentence,
];
export const anyone = async () => ({ fan: await m.signUp(), input: {} });
export const noInput: Row = { prepare: anyone, fields: {} };
