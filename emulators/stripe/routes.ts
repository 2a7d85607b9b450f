import type { Route } from './call.ts';
import { accountLinkRoutes } from './resources/account-links.ts';
import { accountRoutes } from './resources/accounts.ts';
import { balanceRoutes } from './resources/balance-transactions.ts';
import { billingPortalRoutes } from './resources/billing-portal.ts';
import { chargeRoutes } from './resources/charges.ts';
import { customerRoutes } from './resources/customers.ts';
import { disputeRoutes } from './resources/disputes.ts';
import { eventRoutes } from './resources/events.ts';
import { ownAccountRoutes } from './resources/own-account.ts';
import { refundRoutes } from './resources/refunds.ts';
import { sessionRoutes } from './resources/sessions.ts';
import { transferRoutes } from './resources/transfers.ts';

export const routes: Route[] = [
  ...sessionRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...customerRoutes,
  ...billingPortalRoutes,
  ...accountRoutes,
  ...accountLinkRoutes,
  ...transferRoutes,
  ...balanceRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...ownAccountRoutes,
];
