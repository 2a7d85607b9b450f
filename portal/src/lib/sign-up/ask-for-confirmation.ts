import { sendConfirmation } from '@datchain/shared/contracts/calls/login-mail.ts';
import { call } from '../calls/callables.ts';

/** The e-mail goes out also when its answer comes later. */
const MAIL_WAIT_MILLIS = 3_000;

/**
 * Has the e-mail sent that confirms the address, and leads back to a page (N-FST-02). Nobody is kept
 * from that page: screens that want a confirmed address offer to send the e-mail again.
 */
export async function askForConfirmation(backTo: string): Promise<void> {
  try {
    await call(sendConfirmation, { backTo }, MAIL_WAIT_MILLIS);
  } catch (error) {
    console.warn('The e-mail to confirm the address was not sent.', error);
  }
}
