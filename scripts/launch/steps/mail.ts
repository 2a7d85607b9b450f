import * as v from 'valibot';
import { standIn } from '../google.ts';
import type { Step } from '../step.ts';
import { askAgain, readSecret } from './secrets.ts';

const PATIENCE_MILLIS = 30_000;

const refusalSchema = v.object({ name: v.optional(v.string(), '') });

/** Whether Resend takes a key. One that may only send e-mail cannot list domains, and is refused by that name. */
async function isKnown(key: string): Promise<boolean> {
  const response = await fetch(
    new URL('/domains', standIn('MAIL_API_BASE') ?? 'https://api.resend.com'),
    {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(PATIENCE_MILLIS),
    },
  );
  const body: unknown = await response.json().catch(() => ({}));
  if (response.ok) return true;
  if (response.status >= 500 || response.status === 429) {
    throw new Error(`Resend answered ${response.status}: try again later.`);
  }
  const refusal = v.safeParse(refusalSchema, body);
  return refusal.success && refusal.output.name === 'restricted_api_key';
}

/** The account at Resend, which sends e-mail. */
export const mail: Step = {
  name: 'mail',
  async look(opening) {
    if (opening.file.mailFrom === undefined) return [];
    const key = await readSecret(opening, 'MAIL_API_KEY');
    // The step of the secrets asks for it.
    if (key === undefined || (await isKnown(key))) return [];
    const mend = () => askAgain(opening, 'MAIL_API_KEY');
    return [{ what: 'Resend does not know the key that was given', mend }];
  },
};
