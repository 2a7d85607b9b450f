import { collectDebts } from '../earnings/collect-debts.ts';
import { tellStatements } from '../earnings/tell-statements.ts';
import { tellFollowers } from '../follows/tell-followers.ts';
import { sendMails } from '../mail/send-mails.ts';
import { showPendingChoices } from '../names/choose.ts';
import { indexArtistNames } from '../names/index-artist-names.ts';
import { freeUsernames } from '../names/usernames.ts';
import { expireOrders } from '../orders/expire-orders.ts';
import { reconcilePayouts } from '../payouts/reconcile-payouts.ts';
import { closeDays } from '../public-books/close-days.ts';
import { publishPublicLog } from '../public-log/job.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { postMissingFees } from '../refunds/post-fees.ts';
import { sweepReversals } from '../refunds/sync-reversals.ts';
import { showPendingFacts } from '../releases/recording-facts.ts';
import { resumeReleases } from '../releases/resume-releases.ts';
import { dispatchRebuilds } from '../releases/shown/dispatch-rebuilds.ts';
import { sweepSounds } from '../releases/sound/sweep-sounds.ts';
import { makeWholeSongs } from '../releases/sound/whole-songs.ts';
import { sweepUploads } from '../releases/uploads/sweep-uploads.ts';
import type { Services } from '../services.ts';
import { distributeStreams } from '../streams/distribute-streams.ts';
import { rematchWaiting } from '../streams/rematch-waiting.ts';
import { closeAccounts } from '../users/close-account.ts';
import { deleteOrphans } from '../users/delete-orphans.ts';
import { sweepPictures } from '../users/sweep-pictures.ts';
import { sweepUsers } from '../users/sweep-users.ts';
import { tellAllWishes } from '../wishes/wishes.ts';
import { showBlocks, showDats, showWallets } from './show-again.ts';
import { sweepProjections } from './sweep-projections.ts';

type Job = (services: Services) => Promise<unknown>;

/** Every job by its name: `scheduled.ts` says when it runs, and `npm run job` runs it by hand. */
export const jobs = {
  'expire-orders': expireOrders,
  'close-days': closeDays,
  'sweep-projections': sweepProjections,
  'close-accounts': closeAccounts,
  'show-choices': showPendingChoices,
  'show-facts': showPendingFacts,
  'show-dats': showDats,
  'show-blocks': showBlocks,
  'show-wallets': showWallets,
  'sweep-reversals': sweepReversals,
  'post-fees': postMissingFees,
  'collect-debts': collectDebts,
  'reconcile-payouts': reconcilePayouts,
  'resume-releases': resumeReleases,
  'rematch-streams': (services) => rematchWaiting(services),
  'distribute-streams': distributeStreams,
  'dispatch-rebuilds': dispatchRebuilds,
  'delete-orphans': (services) => deleteOrphans(services),
  'sweep-users': sweepUsers,
  'sweep-pictures': sweepPictures,
  'free-usernames': freeUsernames,
  'sweep-uploads': (services) => sweepUploads(services),
  'sweep-sounds': (services) => sweepSounds(services),
  'make-whole-songs': makeWholeSongs,
  'tell-statements': (services) => tellStatements(services),
  'tell-followers': (services) => tellFollowers(services),
  'tell-wishes': tellAllWishes,
  'send-mails': sendMails,
  'publish-log': publishPublicLog,
  'index-artist-names': indexArtistNames,
  reconcile,
} satisfies Record<string, Job>;

export type JobName = keyof typeof jobs;

/** Jobs that can say what they would do. */
export const dryRuns: Partial<Record<JobName, Job>> = {
  'sweep-uploads': (services) => sweepUploads(services, { isDryRun: true }),
};
