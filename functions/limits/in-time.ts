/** Rejects when the work takes longer than `millis`; the work itself is not stopped. */
export function inTime<T>(work: Promise<T>, millis: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${millis} ms`)), millis);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
