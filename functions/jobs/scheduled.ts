import { onSchedule } from 'firebase-functions/scheduler';
import { untilDone } from '../calls/until-done.ts';
import { collectDebts } from '../earnings/collect-debts.ts';
import { tellStatements } from '../earnings/tell-statements.ts';
import { tellFollowers } from '../follows/tell-followers.ts';
import { log } from '../log.ts';
import { job, largeJob, place, recordingJob } from '../machines.ts';
import { sendMails } from '../mail/send-mails.ts';
import { showPendingChoices } from '../names/choose.ts';
import { freeUsernames } from '../names/usernames.ts';
import { expireOrders } from '../orders/expire-orders.ts';
import { reconcilePayouts } from '../payouts/reconcile-payouts.ts';
import { closeDays } from '../public-books/close-days.ts';
import { publishPublicLog } from '../public-log/job.ts';
import { keepReport } from '../reconcile/keep-report.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { postMissingFees } from '../refunds/post-fees.ts';
import { sweepReversals } from '../refunds/sync-reversals.ts';
import { dispatchRebuilds } from '../releases/dispatch-rebuilds.ts';
import { resumeReleases } from '../releases/finish.ts';
import { showPendingFacts } from '../releases/recording-facts.ts';
import { sweepSounds } from '../releases/sound/sweep-sounds.ts';
import { makeWholeSongs } from '../releases/sound/whole-songs.ts';
import { sweepUploads } from '../releases/uploads/sweep-uploads.ts';
import { type Services, services } from '../services.ts';
import { distributeStreams } from '../streams/distribute-streams.ts';
import { rematchWaiting } from '../streams/rematch.ts';
import { closeAccounts } from '../users/close-account.ts';
import { deleteOrphans } from '../users/delete-orphans.ts';
import { sweepPictures } from '../users/sweep-pictures.ts';
import { sweepUsers } from '../users/sweep-users.ts';
import { tellAllWishes } from '../wishes/wishes.ts';
import { alone } from './lease.ts';
import { sweepProjections } from './sweep-projections.ts';

const options = { ...place, ...job };
const large = { ...place, ...largeJob };

/** For jobs that ask Stripe. */
const withStripe = { ...options, secrets: ['STRIPE_SECRET_KEY'] };

/** A job by its name in scripts/job.ts, by one process at a time; undefined when another has it. */
async function run<Result>(
  name: string,
  job: (all: Services) => Promise<Result>,
): Promise<Result | undefined> {
  const all = services();
  const outcome = await untilDone(all, () => alone(all, name, () => job(all)));
  return outcome === 'busy' ? undefined : outcome;
}

export const expireOrdersJob = onSchedule(
  { ...withStripe, schedule: 'every 5 minutes' },
  async () => {
    const swept = await run('expire-orders', expireOrders);
    if (swept && swept.looked > 0) log.info('Orders swept', { ...swept });
  },
);

/**
 * Refunds, disputes and fees that no webhook reported, or that Stripe did not know yet; and debts.
 */
export const sweepPaymentsJob = onSchedule(
  { ...withStripe, schedule: 'every 15 minutes' },
  async () => {
    const reversals = await run('sweep-reversals', sweepReversals);
    const fees = await run('post-fees', postMissingFees);
    const paidMicros = await run('collect-debts', collectDebts);
    log.info('Payments swept', { reversals, fees, paidMicros });
    if ((reversals?.failed ?? 0) + (fees?.failed ?? 0) > 0) {
      throw new Error('Not all payments could be swept');
    }
  },
);

export const reconcilePayoutsJob = onSchedule(
  { ...withStripe, schedule: 'every 15 minutes' },
  async () => {
    const swept = await run('reconcile-payouts', reconcilePayouts);
    if (swept && swept.looked + swept.reversed > 0) log.info('Payouts swept', { ...swept });
  },
);

/** Accounts that were closed: their people are erased. */
export const closeAccountsJob = onSchedule(
  { ...withStripe, schedule: 'every 5 minutes' },
  async () => {
    const closed = await run('close-accounts', closeAccounts);
    if (closed && closed.erased + closed.reopened + closed.gaveUp > 0)
      log.info('Accounts closed', { ...closed });
    if (closed && closed.failed > 0) throw new Error('Not all accounts could be erased');
  },
);

export const sweepProjectionsJob = onSchedule(
  { ...options, schedule: 'every 1 minutes' },
  async () => {
    const shown = await run('sweep-projections', sweepProjections);
    if (shown) log.warn('Entries had not been shown', { shown });
    const choices = await run('show-choices', showPendingChoices);
    if (choices) log.warn('Choices of names had not been shown', { choices });
    const facts = await run('show-facts', showPendingFacts);
    if (facts) log.warn('Facts of recordings had not been shown', { facts });
  },
);

export const distributeStreamsJob = onSchedule(
  { ...large, schedule: 'every 24 hours' },
  async () => {
    const rematched = await run('rematch-streams', (all) => rematchWaiting(all));
    if (rematched) log.info('Streams that waited have found their work', { rematched });
    log.info('Streams shared', { ...(await run('distribute-streams', distributeStreams)) });
  },
);

/** Wishes that the one who listed an edition could not tell. */
export const tellWishesJob = onSchedule({ ...options, schedule: 'every 15 minutes' }, async () => {
  const told = await run('tell-wishes', tellAllWishes);
  if (told) log.info('Told that one is for sale', { told });
});

/** Followers of artists are told of new releases. */
export const tellFollowersJob = onSchedule(
  { ...options, schedule: 'every 1 minutes' },
  async () => {
    const told = await run('tell-followers', (all) => tellFollowers(all));
    if (told) log.info('Followers told of a release', { told });
  },
);

/** Everyone is told what they earned in a month that is over. */
export const tellStatementsJob = onSchedule(
  { ...large, schedule: 'every 60 minutes' },
  async () => {
    const told = await run('tell-statements', (all) => tellStatements(all));
    if (told) log.info('Users told what they earned in a month', { told });
  },
);

/** What users are told by e-mail. */
export const sendMailsJob = onSchedule(
  {
    ...options,
    schedule: 'every 1 minutes',
    secrets: ['MAIL_API_KEY', 'MAIL_LINK_KEY'],
  },
  async () => {
    const sent = await run('send-mails', sendMails);
    if (sent && sent.looked > 0) log.info('E-mail sent', { ...sent });
    if (sent && sent.failed > 0) throw new Error(`${sent.failed} e-mails could not be sent`);
  },
);

/** Has the ledger's pages built again after a release or a takedown: at most once a minute. */
export const dispatchRebuildsJob = onSchedule(
  { ...options, schedule: 'every 1 minutes', secrets: ['REBUILD_TOKEN'] },
  async () => {
    if ((await dispatchRebuilds(services())) === 'sent') log.info('A rebuild was asked for');
  },
);

/**
 * Accounts whose signup stopped half-way, accounts that were deleted at Auth, usernames that cannot stay or
 * are free again, and pictures of nobody.
 */
export const deleteOrphansJob = onSchedule({ ...large, schedule: 'every 24 hours' }, async () => {
  const swept = await run('delete-orphans', (all) => deleteOrphans(all));
  log.info('Accounts swept', { ...swept });
  const freed = await run('free-usernames', freeUsernames);
  const pictures = await run('sweep-pictures', sweepPictures);
  const users = await run('sweep-users', sweepUsers);
  log.info('Users swept', { ...users, freed, pictures });
  const failed = (swept?.failed ?? 0) + (users?.failed ?? 0);
  if (failed > 0) throw new Error(`${failed} accounts could not be swept`);
});

/** Old uploads that were never released, and sounds that belong to nothing. */
export const sweepUploadsJob = onSchedule({ ...large, schedule: 'every 24 hours' }, async () => {
  const swept = await run('sweep-uploads', (all) => sweepUploads(all));
  log.info('Uploads swept', { ...swept });
  const sounds = await run('sweep-sounds', (all) => sweepSounds(all));
  log.info('Sounds swept', { deleted: sounds });
  if (swept && swept.failed > 0) throw new Error(`${swept.failed} uploads could not be swept`);
});

/** What a crash left between the steps of a release. */
export const resumeReleasesJob = onSchedule({ ...large, schedule: 'every 5 minutes' }, async () => {
  const resumed = await run('resume-releases', resumeReleases);
  if (resumed && resumed.looked > 0) log.info('Releases resumed', { ...resumed });
  if (resumed && resumed.failed > 0) throw new Error(`${resumed.failed} releases are stuck`);
});

/**
 * The whole songs of new works, for those who hold an edition: a minute after they are published.
 */
export const makeWholeSongsJob = onSchedule(
  {
    ...{ ...options, ...recordingJob, schedule: 'every 1 minutes' },
  },
  async () => {
    const made = await run('make-whole-songs', makeWholeSongs);
    if (made && made.looked > 0) log.info('Whole songs made', { ...made });
    if (made && made.failed > 0) throw new Error(`${made.failed} whole songs could not be made`);
  },
);

/** The public books of the days that are over, and of today so far. */
export const closeDaysJob = onSchedule(
  { ...withStripe, ...largeJob, schedule: 'every 60 minutes' },
  async () => {
    const written = await run('close-days', closeDays);
    log.info('Days of the public books written', { ...written });
  },
);

/** What happened since the last run becomes lines of the public log. */
export const publishLogJob = onSchedule(
  {
    ...options,
    schedule: 'every 5 minutes',
    secrets: ['PUBLIC_LOG_KEY'],
  },
  async () => {
    const published = await run('publish-log', publishPublicLog);
    if (published && published.entries > 0) log.info('Public log written', { ...published });
    for (const problem of published?.untold ?? []) log.error('Not in the public log', { problem });
    if (published && published.untold.length > 0) {
      throw new Error(`The public log cannot describe ${published.untold.length} entries`);
    }
  },
);

export const reconcileJob = onSchedule(
  { ...withStripe, ...largeJob, schedule: 'every 60 minutes' },
  async () => {
    const found = await run('reconcile', reconcile);
    if (found) await keepReport(services(), found);
    const shortfallMicros = found?.shortfallMicros ?? 0;
    if (shortfallMicros > 0) log.error('The owner has to pay in', { shortfallMicros });
    const differences = found?.differences ?? [];
    for (const difference of differences) log.error('The books do not balance', { difference });
    if (differences.length > 0) throw new Error(`${differences.length} differences in the books`);
  },
);
