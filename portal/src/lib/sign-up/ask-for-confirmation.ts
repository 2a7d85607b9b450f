import { sendConfirmation } from '@datchain/shared/contracts/calls/login-mail.ts';
import { call } from '../calls/callables.ts';

/** The wait for the call's answer; the e-mail goes out even when it comes later. */
const ANSWER_TIMEOUT_MILLIS = 3_000;

/**
 * Sends the e-mail that confirms the address and leads back to a page (N-FST-02). A failure blocks
 * nobody: screens that need a confirmed address offer to send it again.
 */
export async function askForConfirmation(backTo: string): Promise<void> {
  try {
    await call(sendConfirmation, { backTo }, ANSWER_TIMEOUT_MILLIS);
  } catch (error) {
    console.warn('The e-mail to confirm the address was not sent.', error);
  }
}
