/**
 * Waits for all promises, also when one fails, so that none goes on in a folder that is gone. @throws the first
 * error
 */
export async function allDone<Work extends readonly unknown[] | []>(work: Work) {
  await Promise.allSettled(work);
  return Promise.all(work);
}
