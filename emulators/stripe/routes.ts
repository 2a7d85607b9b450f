import type { Route } from './call.ts';
import { balanceRoutes } from './resources/balance-transactions.ts';
import { chargeRoutes } from './resources/charges.ts';
import { disputeRoutes } from './resources/disputes.ts';
import { eventRoutes } from './resources/events.ts';
import { sessionRoutes } from './resources/sessions.ts';

/** Every API route the stand-in implements. */
export const routes: Route[] = [
  ...sessionRoutes,
  ...chargeRoutes,
  ...balanceRoutes,
  ...disputeRoutes,
  ...eventRoutes,
];
