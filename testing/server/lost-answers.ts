export type StripeFault = 'none' | 'before' | 'after' | 'refused';

/** A lost answer: the caller does not know whether the call had an effect. */
export class LostAnswer extends Error {
  override readonly name = 'LostAnswer';
}

export async function answering<T>(fault: () => StripeFault, effect: () => T): Promise<T> {
  await null;
  const what = fault();
  if (what === 'before') throw new LostAnswer('No answer, and no effect');
  const answer = effect();
  await null;
  if (what === 'after') throw new LostAnswer('No answer, but an effect');
  return answer;
}
