/** Long enough for any text. */
const ANSWER_MILLIS = 3_000;

/**
 * Asks the device's store. Where site data is blocked the store throws before there is a promise; WebKit's
 * can fall silent for good.
 *
 * @throws what the store throws, or that it has not answered within `millis`
 */
export async function inTime<Answer>(
  ask: () => Promise<Answer>,
  millis = ANSWER_MILLIS,
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('This device does not answer.')), millis);
  });
  try {
    return await Promise.race([ask(), silence]);
  } finally {
    clearTimeout(timer);
  }
}
