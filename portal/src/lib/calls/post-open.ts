import { isRecord } from '@datchain/shared/contracts/tolerant.ts';

/**
 * Posts JSON to an address of this site that is open to everybody, signed in or not.
 *
 * @param failed the sentence for a missing answer, or one without a reason
 * @throws Error with a sentence for the user
 */
export async function postOpen(path: string, body: object, failed: string): Promise<void> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw new Error(failed, { cause: error });
  });
  if (response.ok) return;
  const answer: unknown = await response.json().catch(() => undefined);
  const said = isRecord(answer) && typeof answer.error === 'string' ? answer.error : failed;
  throw new Error(response.status < 500 ? said : failed);
}
