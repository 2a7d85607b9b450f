import { callPath } from '@datchain/shared/contracts/call-path.ts';
import { together } from '../edge/together.ts';
import { allCalls, mediaCalls, siteRequests } from '../machines.ts';
import * as account from './account.ts';
import { latePage } from './late-page.ts';
import { oembed } from './oembed.ts';
import * as open from './open.ts';
import * as operators from './operators.ts';
import * as orders from './orders.ts';
import * as payouts from './payouts.ts';
import * as releases from './releases.ts';
import * as trade from './trade.ts';
import { unsubscribe } from './unsubscribe.ts';

/** All calls except those that shared/contracts/call-path.ts sends to other functions. */
export const calls = together(
  allCalls,
  Object.fromEntries(
    Object.entries({
      ...account,
      ...operators,
      ...orders,
      ...payouts,
      ...releases,
      ...trade,
    }).filter(([name]) => callPath(name).startsWith('calls/')),
  ),
);

export const media = together(mediaCalls, {
  changeAccount: account.changeAccount,
  decide: operators.decide,
  setPreview: releases.setPreview,
});

/** The addresses that Hosting rewrites to this function, by their first part (firebase.json). */
export const site = together(siteRequests, {
  viewdat: latePage,
  analytics: latePage,
  certificate: latePage,
  profile: latePage,
  oembed,
  reports: open.report,
  'forgotten-password': open.forgottenPassword,
  unsubscribe,
});
