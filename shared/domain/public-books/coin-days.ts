import * as v from 'valibot';
import { isDay } from '../time.ts';

export const coinsDir = 'coins';

const coinDaySchema = v.object({
  day: v.pipe(v.string(), v.check(isDay, 'Not a day')),
  /** The number of the line about the list in the public log. */
  line: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** That line, and the next one if it says what the payment provider held. */
  lines: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(2)),
  /** How many digits of the coins' hashes name a file: the list has 16 to the power of it. */
  digits: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
});

export type CoinDay = v.InferOutput<typeof coinDaySchema>;

/** The file `/data/v1/coins/days.json`: days with a list of coins, newest first. */
export const coinDaysSchema = v.object({ days: v.array(coinDaySchema) });

export type CoinDays = v.InferOutput<typeof coinDaysSchema>;

/** @throws ValiError if the text is not such a list */
export const readCoinDays = (text: string): CoinDays => v.parse(coinDaysSchema, JSON.parse(text));

export const coinDaysFile = `${coinsDir}/days.json`;

export const coinsFolder = (day: string): string => `${coinsDir}/${day}`;

/** Returns the file of the coins whose hash begins with a prefix; one file has all coins if it is empty. */
export const coinsFile = (day: string, prefix: string): string =>
  `${coinsFolder(day)}/${prefix || 'all'}.txt`;
