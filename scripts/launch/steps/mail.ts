import { isKnownToResend } from '../keys.ts';
import type { Step } from '../step.ts';
import { askAgain, readSecret } from './secrets.ts';

export const mail: Step = {
  name: 'mail',
  async look(opening) {
    if (opening.file.mailFrom === undefined) return [];
    const key = await readSecret(opening, 'MAIL_API_KEY');
    // The secrets step asks for a missing key.
    if (key === undefined || (await isKnownToResend(key))) return [];
    const mend = () => askAgain(opening, 'MAIL_API_KEY');
    return [{ what: 'Resend does not know the given key', mend }];
  },
};
