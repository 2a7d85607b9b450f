const TIMEOUT_MILLIS = 2_000;

/**
 * Calls the device's store with a timeout. Where site data is blocked, the store throws before it
 * returns a promise; WebKit's can stop answering.
 *
 * @throws the store's error, or a text when there is no answer within `millis`
 */
export const inTime = async <Answer>(
  ask: () => Promise<Answer>,
  millis = TIMEOUT_MILLIS,
): Promise<Answer> =>
  Promise.race([
    ask(),
    new Promise<never>((_, reject) => setTimeout(reject, millis, 'The device does not answer.')),
  ]);
