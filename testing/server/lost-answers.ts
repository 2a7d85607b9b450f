/** What a call to Stripe may run into: nothing, no answer before or after its effect, a refusal. */
export type StripeFault = 'none' | 'before' | 'after' | 'refused';

/** No one answered: whether the call had an effect is not known to the caller. */
export class LostAnswer extends Error {
  override readonly name = 'LostAnswer';
}

/** A call over a network that loses requests and answers. */
export async function answering<T>(fault: () => StripeFault, effect: () => T): Promise<T> {
  await null;
  const what = fault();
  if (what === 'before') throw new LostAnswer('No answer, and no effect');
  const answer = effect();
  await null;
  if (what === 'after') throw new LostAnswer('No answer, but an effect');
  return answer;
}
