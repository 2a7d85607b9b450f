import { parseArgs } from 'node:util';
import { collectDebts } from '../functions/earnings/collect-debts.ts';
import { tellStatements } from '../functions/earnings/tell-statements.ts';
import { tellFollowers } from '../functions/follows/tell-followers.ts';
import { alone } from '../functions/jobs/lease.ts';
import { showBlocks, showDats, showWallets } from '../functions/jobs/show-again.ts';
import { sweepProjections } from '../functions/jobs/sweep-projections.ts';
import { sendMails } from '../functions/mail/send-mails.ts';
import { showPendingChoices } from '../functions/names/choose.ts';
import { indexArtistNames } from '../functions/names/index-artist-names.ts';
import { freeUsernames } from '../functions/names/usernames.ts';
import { expireOrders } from '../functions/orders/expire-orders.ts';
import { reconcilePayouts } from '../functions/payouts/reconcile-payouts.ts';
import { closeDays } from '../functions/public-books/close-days.ts';
import { publishPublicLog } from '../functions/public-log/job.ts';
import { reconcile } from '../functions/reconcile/reconcile.ts';
import { postMissingFees } from '../functions/refunds/post-fees.ts';
import { sweepReversals } from '../functions/refunds/sync-reversals.ts';
import { dispatchRebuilds } from '../functions/releases/dispatch-rebuilds.ts';
import { resumeReleases } from '../functions/releases/finish.ts';
import { showPendingFacts } from '../functions/releases/recording-facts.ts';
import { sweepSounds } from '../functions/releases/sound/sweep-sounds.ts';
import { makeWholeSongs } from '../functions/releases/sound/whole-songs.ts';
import { sweepUploads } from '../functions/releases/uploads/sweep-uploads.ts';
import { type Services, services } from '../functions/services.ts';
import { distributeStreams } from '../functions/streams/distribute-streams.ts';
import { rematchWaiting } from '../functions/streams/rematch.ts';
import { closeAccounts } from '../functions/users/close-account.ts';
import { deleteOrphans } from '../functions/users/delete-orphans.ts';
import { sweepPictures } from '../functions/users/sweep-pictures.ts';
import { sweepUsers } from '../functions/users/sweep-users.ts';
import { tellAllWishes } from '../functions/wishes/wishes.ts';
import { loadSecrets } from './launch/steps/secrets.ts';
import { runCommandLine } from './lib/command-line.ts';
import { pointToProject, whereHelp, whereOptions } from './lib/project-files.ts';

/** Every scheduled job, to be run by hand. */
const jobs: Record<string, (services: Services) => Promise<unknown>> = {
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
};

/** What a job would do, for those that can say so. */
const dryRuns: typeof jobs = {
  'sweep-uploads': (services) => sweepUploads(services, { isDryRun: true }),
};

const help = `Runs a scheduled job now and prints what it did.

  npm run job -- NAME [--project <name>]

${whereHelp}
  --dry-run          changes nothing, says what would be done: ${Object.keys(dryRuns).join(', ')}

Jobs: ${Object.keys(jobs).join(', ')}`;

await runCommandLine(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      ...whereOptions,
      'dry-run': { type: 'boolean' },
    },
  });
  const [name = ''] = positionals;
  const job = (values['dry-run'] ? dryRuns : jobs)[name];
  if (values.help || !job) {
    process.exitCode = values.help ? 0 : 1;
    return help;
  }
  pointToProject(values);
  if (values.project !== undefined) await loadSecrets(values.project);
  const all = services();
  console.log(name, await alone(all, name, () => job(all)));
  return undefined;
});
