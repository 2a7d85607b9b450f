import { live } from '@datchain/shared/contracts/paths.ts';
import { type Role, roles } from '../testing/roles.ts';

export interface Row {
  readonly path: string;
  readonly readers: readonly Role[];
}

const open = (path: string): Row => ({ path, readers: roles });
const ownersOnly = (path: string): Row => ({ path, readers: ['owner'] });
const closed = (path: string): Row => ({ path, readers: [] });

export const databaseTable: readonly Row[] = [
  open(live.tokenBlocks),
  open(live.tokenBlock('36')),
  open(live.metrics),
  open(live.utilitySoldCents),
  open(live.datToken),
  open('streamStats'),
  open(live.streamStats('dat')),
  open(`${live.streamStats('dat')}/daily`),
  open('earnings'),
  open(live.earnings('dat')),
  open(`${live.earnings('dat')}/sales/totalEarnings`),
  open(live.datLive('dat')),
  open(live.newestReleases),
  open(live.publicChanges(live.allEarnings)),
  open(live.publicChange(live.allEarnings, 'credits')),
  ownersOnly(live.utilityWallet('owner')),
  ownersOnly(`${live.utilityWallet('owner')}/36`),
  ownersOnly(live.rewardWallet('owner')),
  ownersOnly(`${live.rewardWallet('owner')}/qty`),
  ownersOnly(live.utilitySpend('owner')),
  ownersOnly(live.creditSummary('owner')),
  ownersOnly(`${live.creditSummary('owner')}/earnedCreditsByDate`),
  ownersOnly(live.erased('owner')),
  closed('/'),
  closed('datchainwallets'),
  closed('datChainTokenWallets'),
  closed('utilitySpend'),
  closed('users'),
  closed('users/owner'),
  closed('users/owner/credits'),
  closed('users/owner/stats'),
  closed('users/owner/email'),
  closed('anything'),
];
