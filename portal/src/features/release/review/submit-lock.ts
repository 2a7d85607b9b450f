/** Another tab of this browser is at it. */
export class SubmittedElsewhere extends Error {
  override readonly name = 'SubmittedElsewhere';
  constructor() {
    super('This release is being submitted in another tab.');
  }
}

/**
 * Does something while no other tab does it for the same user.
 *
 * @throws SubmittedElsewhere at once when one does
 */
export async function withSubmitLock<T>(uid: string, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(`release-submit:${uid}`, { ifAvailable: true }, (lock) => {
    if (!lock) throw new SubmittedElsewhere();
    return work();
  });
}
