import { collectDebts } from '../earnings/collect-debts.ts';
import { notifyOfStatements } from '../earnings/notify-of-statements.ts';
import { notifyFollowers } from '../follows/notify-followers.ts';
import { log } from '../log.ts';
import { job, largeJob, type Machine, recordingJob } from '../machines.ts';
import { sendMails } from '../mail/send-mails.ts';
import { showPendingChoices } from '../names/choose.ts';
import { indexArtistNames } from '../names/index-artist-names.ts';
import { freeUsernames } from '../names/usernames.ts';
import { expireOrders } from '../orders/expire-orders.ts';
import { reconcilePayouts } from '../payouts/reconcile-payouts.ts';
import { closeDays } from '../public-books/close-days.ts';
import { publishPublicLog } from '../public-log/job.ts';
import { keepReportOfChanges } from '../reconcile/keep-report.ts';
import type { Reconciliation } from '../reconcile/reconcile.ts';
import { reconcileChanges } from '../reconcile/reconcile-changes.ts';
import { reconcilePart } from '../reconcile/reconcile-part.ts';
import { postMissingFees } from '../refunds/post-fees.ts';
import { sweepReversals } from '../refunds/sync-reversals.ts';
import { dispatchRebuilds } from '../releases/dispatch-rebuilds.ts';
import { resumeReleases } from '../releases/finish.ts';
import { showPendingFacts } from '../releases/recording-facts.ts';
import { sweepSounds } from '../releases/sound/sweep-sounds.ts';
import { makeWholeSongs } from '../releases/sound/whole-songs.ts';
import { sweepUploads } from '../releases/uploads/sweep-uploads.ts';
import type { Services } from '../services.ts';
import { nameOfPart, shareOfTask } from '../share.ts';
import { distributeStreams } from '../streams/distribute-streams.ts';
import { rematchWaiting } from '../streams/rematch.ts';
import { closeAccounts } from '../users/close-account.ts';
import { deleteOrphans } from '../users/delete-orphans.ts';
import { sweepPictures } from '../users/sweep-pictures.ts';
import { sweepUsers } from '../users/sweep-users.ts';
import { notifyAllWishes } from '../wishes/wishes.ts';
import { showBlocks, showDats, showWallets } from './show-again.ts';
import { sweepProjections } from './sweep-projections.ts';

export const jobs = {
  'expire-orders': expireOrders,
  // Books refunds, disputes and fees that no webhook reported, or that Stripe did not know yet.
  'sweep-reversals': sweepReversals,
  'post-fees': postMissingFees,
  'collect-debts': collectDebts,
  'reconcile-payouts': reconcilePayouts,
  'close-accounts': closeAccounts,
  'sweep-projections': sweepProjections,
  'show-choices': showPendingChoices,
  'show-facts': showPendingFacts,
  'rematch-streams': (services) => rematchWaiting(services),
  'distribute-streams': distributeStreams,
  // Sends notifications for wishes that the listing of an edition could not send.
  'notify-wishes': notifyAllWishes,
  'notify-followers': (services) => notifyFollowers(services),
  'notify-of-statements': (services) => notifyOfStatements(services),
  'send-mails': sendMails,
  // Has the ledger's pages rebuilt after a release or a takedown, at most once a minute.
  'dispatch-rebuilds': dispatchRebuilds,
  'delete-orphans': (services) => deleteOrphans(services, { share: shareOfTask() }),
  'free-usernames': freeUsernames,
  'sweep-pictures': sweepPictures,
  'sweep-users': (services) => sweepUsers(services),
  // Deletes uploads that were never released, and sounds that belong to nothing.
  'sweep-uploads': (services) => sweepUploads(services),
  'sweep-sounds': (services) => sweepSounds(services),
  'resume-releases': resumeReleases,
  'make-whole-songs': makeWholeSongs,
  'close-days': closeDays,
  'publish-log': publishPublicLog,
  'reconcile-changes': (services) => reconcileChanges(services),
  // Compares everything, or a task's part of it, and the subtotals that the hourly comparison begins with.
  reconcile: (services) => reconcilePart(services),
  'show-dats': showDats,
  'show-blocks': showBlocks,
  'show-wallets': showWallets,
  'index-artist-names': indexArtistNames,
} satisfies Record<string, (services: Services) => Promise<unknown>>;

export type JobName = keyof typeof jobs;

/** Jobs that run in parts side by side, as the tasks of a Cloud Run job. */
const inParts: readonly JobName[] = ['reconcile', 'delete-orphans'];

/** Returns the name of the lease that a process needs for a job: each part has its own. */
export const leaseOf = (name: JobName): string =>
  inParts.includes(name) ? nameOfPart(name, shareOfTask()) : name;

export interface Schedule {
  readonly every: `${number} ${'minutes' | 'hours'}`;
  readonly machine: Machine;
  readonly secrets?: readonly string[];
  readonly does: readonly JobName[];
  readonly after?: (services: Services, answer: unknown) => Promise<void>;
  /** How the log reports that a job found something to do: 'warn' if only a crash leaves any. */
  readonly news?: 'warn' | 'none';
  /** Failed items wait for the next run and do not make this one fail. */
  readonly isTriedAgain?: true;
}

const stripe = ['STRIPE_SECRET_KEY'];
const mail = ['MAIL_API_KEY', 'MAIL_LINK_KEY'];

export const schedules = {
  expireOrdersJob: {
    every: '5 minutes',
    machine: job,
    secrets: stripe,
    does: ['expire-orders'],
    isTriedAgain: true,
  },
  sweepPaymentsJob: {
    every: '15 minutes',
    machine: job,
    secrets: stripe,
    does: ['sweep-reversals', 'post-fees', 'collect-debts'],
  },
  reconcilePayoutsJob: {
    every: '15 minutes',
    machine: job,
    secrets: stripe,
    does: ['reconcile-payouts'],
    isTriedAgain: true,
  },
  closeAccountsJob: {
    every: '5 minutes',
    machine: job,
    secrets: stripe,
    does: ['close-accounts'],
  },
  sweepProjectionsJob: {
    every: '1 minutes',
    machine: job,
    does: ['sweep-projections', 'show-choices', 'show-facts'],
    news: 'warn',
  },
  distributeStreamsJob: {
    every: '24 hours',
    machine: largeJob,
    does: ['rematch-streams', 'distribute-streams'],
  },
  notifyWishesJob: {
    every: '15 minutes',
    machine: job,
    does: ['notify-wishes'],
  },
  notifyFollowersJob: {
    every: '1 minutes',
    machine: job,
    does: ['notify-followers'],
  },
  notifyOfStatementsJob: {
    every: '60 minutes',
    machine: largeJob,
    does: ['notify-of-statements'],
  },
  sendMailsJob: {
    every: '1 minutes',
    machine: job,
    secrets: mail,
    does: ['send-mails'],
  },
  dispatchRebuildsJob: {
    every: '1 minutes',
    machine: job,
    secrets: ['REBUILD_TOKEN'],
    does: ['dispatch-rebuilds'],
  },
  deleteOrphansJob: {
    every: '60 minutes',
    machine: largeJob,
    does: ['delete-orphans', 'sweep-users'],
  },
  sweepUploadsJob: {
    every: '24 hours',
    machine: largeJob,
    does: ['sweep-uploads', 'sweep-sounds', 'sweep-pictures', 'free-usernames'],
  },
  resumeReleasesJob: {
    every: '5 minutes',
    machine: largeJob,
    does: ['resume-releases'],
  },
  makeWholeSongsJob: {
    every: '1 minutes',
    machine: recordingJob,
    does: ['make-whole-songs'],
  },
  closeDaysJob: {
    every: '60 minutes',
    machine: largeJob,
    secrets: stripe,
    does: ['close-days'],
  },
  publishLogJob: {
    every: '5 minutes',
    machine: job,
    secrets: ['PUBLIC_LOG_KEY'],
    does: ['publish-log'],
  },
  reconcileChangesJob: {
    every: '60 minutes',
    machine: largeJob,
    secrets: stripe,
    does: ['reconcile-changes'],
    // The counts of a reconciliation are no news, and its problems are reported one by one.
    news: 'none',
    async after(services, answer) {
      const found = answer as Reconciliation;
      await keepReportOfChanges(services, found);
      const { shortfallMicros } = found;
      if (shortfallMicros > 0) log.error('The shop owner has to pay in', { shortfallMicros });
    },
  },
  reconcileJob: {
    every: '24 hours',
    machine: largeJob,
    secrets: stripe,
    does: ['reconcile'],
    news: 'none',
  },
} satisfies Readonly<Record<string, Schedule>>;
