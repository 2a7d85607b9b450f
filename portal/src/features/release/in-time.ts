/** Long enough for any text. */
const ANSWER_MILLIS = 2_000;

/**
 * Asks the device's store. Where site data is blocked the store throws before there is a promise; WebKit's
 * can fall silent for good.
 *
 * @throws what the store throws, or that it has not answered within `millis`
 */
export const inTime = async <Answer>(
  ask: () => Promise<Answer>,
  millis = ANSWER_MILLIS,
): Promise<Answer> =>
  Promise.race([
    ask(),
    new Promise<never>((_, reject) => setTimeout(reject, millis, 'The device does not answer.')),
  ]);
