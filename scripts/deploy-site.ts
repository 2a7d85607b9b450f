import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readBuildInfo } from '@datchain/builder/build-info.ts';
import { accessToken } from '@datchain/functions/stores/firebase.ts';
import { noteSiteOutcome, type SiteOutcome } from '@datchain/functions/stores/site-states.ts';
import { DAY_MILLIS } from '@datchain/shared/domain/time.ts';
import { compareFiles, deployChanges } from './deploy/deploy-changes.ts';
import {
  type Deployed,
  hashContent,
  hashFiles,
  readDeployed,
  writeDeployed,
} from './deploy/deployed.ts';
import { HostingApi, type Version } from './deploy/hosting-api.ts';
import { runCommand } from './lib/command.ts';
import { inRepository } from './lib/root.ts';

const help = `Deploys a built site to Firebase Hosting, with the settings that scripts/configure-hosting.ts
wrote beside it. If this folder was deployed last, only changed files are sent. All files are sent once a
day, after a change of the settings, when something else is live, and when sending the changes fails.

  node scripts/deploy-site.ts [--site dist/site]

  GOOGLE_CLOUD_PROJECT       the project's id
  FIREBASE_HOSTING_API_URL   the URL of the Hosting API, if not Google's

  --whole   sends all files
  --help    this text`;

/**
 * Deploys everything once a day, because changes are only computed against this machine's record.
 */
const FULL_DEPLOY_INTERVAL_MILLIS = DAY_MILLIS;

/** Explains why the whole site must be deployed; undefined when the changes suffice. */
function whyWhole(
  before: Deployed | undefined,
  live: Version | undefined,
  settings: string,
  now: number,
): string | undefined {
  if (!before) return 'this machine has no record of the live site';
  if (before.version !== live?.name) return 'something else is live';
  if (before.settings !== settings) return 'the settings have changed';
  // A clock that was ahead must not postpone it.
  const isRecent = now >= before.wholeAt && now < before.wholeAt + FULL_DEPLOY_INTERVAL_MILLIS;
  return isRecent ? undefined : 'the last full deployment is a day old';
}

export interface Deployment {
  readonly api: HostingApi;
  readonly siteDir: string;
  readonly settings: string;
  /** Deploys the whole site. @throws when that fails */
  readonly deployWhole: () => Promise<void>;
  readonly isWhole?: boolean | undefined;
  readonly now: number;
  readonly log: (line: string) => void;
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

interface Built {
  readonly settings: string;
  readonly files: Deployed['files'];
}

/**
 * Deploys only the changes, if that suffices. @returns whether it did; otherwise the log says why
 */
async function areChangesDeployed(deployment: Deployment, built: Built): Promise<boolean> {
  const { api, siteDir, isWhole, now, log } = deployment;
  const { settings, files } = built;
  try {
    const before = readDeployed(siteDir);
    const site = await api.defaultSite();
    const live = await api.liveVersion(site);
    const reason = isWhole
      ? 'a full deployment was requested'
      : whyWhole(before, live, settings, now);
    if (reason !== undefined || !before || !live) {
      log(`Deploying all ${files.size} files: ${reason}.`);
      return false;
    }
    const changes = compareFiles(before.files, files);
    const { changed, removed, count } = changes;
    if (changed.length + removed.length === 0) {
      log('Nothing to deploy.');
      return true;
    }
    const { name: version } = await deployChanges(api, { site, live, siteDir }, changes);
    writeDeployed(siteDir, { ...before, version, files });
    log(`Deployed ${changed.length} of ${count} files; ${removed.length} removed.`);
    return true;
  } catch (error) {
    log(`The changes could not be deployed: ${wordsOf(error)}. Deploying all ${files.size} files.`);
    return false;
  }
}

async function recordWhole({ api, siteDir, now, log }: Deployment, built: Built): Promise<void> {
  try {
    const live = await api.liveVersion(await api.defaultSite());
    if (live?.fileCount !== built.files.size) {
      throw new Error(`${live?.fileCount ?? 0} files are live, not ${built.files.size}`);
    }
    writeDeployed(siteDir, { ...built, version: live.name, wholeAt: now });
  } catch (error) {
    log(`The next deployment sends all files: ${wordsOf(error)}.`);
  }
}

/**
 * Deploys the changes of a site, or all of it. If it is killed, visitors still see the old or the
 * new site.
 *
 * @throws without a site, and when a deployment of the whole site fails
 */
export async function deploySite(deployment: Deployment): Promise<void> {
  const { siteDir } = deployment;
  const built = { settings: hashContent(deployment.settings), files: hashFiles(siteDir) };
  if (!built.files.has('index.html')) {
    throw new Error(`There is no site in ${siteDir}. Build it first.`);
  }
  if (await areChangesDeployed(deployment, built)) return;
  await deployment.deployWhole();
  await recordWhole(deployment, built);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      site: { type: 'string', default: inRepository('dist/site') },
      whole: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(help);
  const { GOOGLE_CLOUD_PROJECT: projectId, FIREBASE_HOSTING_API_URL: origin } = process.env;
  if (!projectId) throw new Error('Set GOOGLE_CLOUD_PROJECT; see --help.');
  const siteDir = resolve(values.site);
  const configFile = resolve(dirname(siteDir), 'firebase.json');
  if (!existsSync(configFile)) {
    throw new Error(`${configFile} is missing. Run scripts/configure-hosting.ts first.`);
  }
  const deployWhole = async () => {
    const parameters = [
      'deploy',
      '--only',
      'hosting',
      '--config',
      configFile,
      '--project',
      projectId,
      '--non-interactive',
    ];
    const command = { script: 'firebase-tools/lib/bin/firebase.js', parameters };
    const { isGood } = await runCommand(command, true);
    if (!isGood)
      throw new Error('The site was not deployed; the output of the Firebase CLI says why.');
  };
  const note = (outcome: Omit<SiteOutcome, 'at'>) => noteDeployment(projectId, outcome);
  try {
    await deploySite({
      api: new HostingApi({ projectId, token: accessToken, origin }),
      siteDir,
      settings: readFileSync(configFile, 'utf8'),
      deployWhole,
      isWhole: values.whole,
      now: Date.now(),
      log: (line) => console.log(line),
    });
  } catch (error) {
    await note({ problem: `The pages were built, but not deployed: ${wordsOf(error)}` });
    throw error;
  }
  // Visitors now have the data that this build has read.
  const builtAt = Date.parse(readBuildInfo(siteDir)?.time ?? '');
  if (!Number.isNaN(builtAt)) await note({ problem: null, currentAt: builtAt });
}

/**
 * Reports the outcome of a deployment to the operators' desk; a failure to report is only logged.
 */
async function noteDeployment(projectId: string, outcome: Omit<SiteOutcome, 'at'>): Promise<void> {
  try {
    await noteSiteOutcome({ projectId }, { at: Date.now(), ...outcome });
  } catch (error) {
    console.error(`The outcome could not be reported to the operators' desk: ${wordsOf(error)}`);
  }
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    console.error(wordsOf(error));
    process.exitCode = 1;
  }
}
