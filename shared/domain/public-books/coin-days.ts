import * as v from 'valibot';
import { isDay } from '../time.ts';

export const coinsDir = 'coins';

/** The file `/data/v1/coins/days.json`: days with a list of coins, newest first, and their lines in the log. */
export const coinDaysSchema = v.object({
  days: v.array(
    v.object({
      day: v.pipe(v.string(), v.check(isDay, 'Not a day')),
      line: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    }),
  ),
});

export type CoinDays = v.InferOutput<typeof coinDaysSchema>;

/** @throws ValiError if the text is not such a list */
export const readCoinDays = (text: string): CoinDays => v.parse(coinDaysSchema, JSON.parse(text));

export const coinDaysFile = `${coinsDir}/days.json`;

export const coinsFile = (day: string): string => `${coinsDir}/${day}.txt`;
