import { isRecord } from '@datchain/shared/contracts/tolerant.ts';

/**
 * Sends JSON to an address of this site that takes it from anybody, signed in or not.
 *
 * @param failed what people read when there is no answer, or none with a reason for them
 * @throws with the sentence that people read as its message
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
