import { forgottenPassword as forgottenContract } from '@datchain/shared/contracts/calls/login-mail.ts';
import { reportRequest } from '@datchain/shared/contracts/report-request.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { defineOpen } from '../edge/define-open.ts';
import { forgot } from '../mail/login-mails.ts';
import { reportWork } from '../reports/report-work.ts';

/** Takes a report about a work from anybody (N-PPL-11). 404: no such work. 409: taken down already. */
export const report = defineOpen({
  name: 'report',
  input: reportRequest,
  perMinute: 5,
  perDay: rates.reportsOfNetworkADay,
  tooManyADay: (wait) =>
    `We took ${rates.reportsOfNetworkADay} reports from your network within a day. You can send the next in ${wait}.`,
  failure: 'Your report could not be saved. Try again.',
  run: reportWork,
});

/** Sends a link for a new password, if the address has an account (N-PPL-05). */
export const forgottenPassword = defineOpen({
  name: 'forgottenPassword',
  input: forgottenContract,
  perMinute: 20,
  perDay: rates.newPasswordsOfNetworkADay,
  tooManyADay: (wait) =>
    `${rates.newPasswordsOfNetworkADay} new passwords were requested from your network within a day. You can request another in ${wait}. The links already sent work for an hour.`,
  failure: 'The e-mail could not be sent. Try again.',
  secrets: ['MAIL_API_KEY', 'MAIL_LINK_KEY'],
  run: forgot,
});
