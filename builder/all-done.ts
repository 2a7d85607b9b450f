/** Waits for all of them, also when one fails: none goes on in a folder that is gone. @throws what failed first */
export async function allDone<Work extends readonly unknown[] | []>(work: Work) {
  await Promise.allSettled(work);
  return Promise.all(work);
}
