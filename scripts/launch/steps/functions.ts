import { readHead } from '@datchain/functions/public-log/head.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { firestoreStore } from '@datchain/functions/stores/firestore-store.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { functionsAccountOf, type ProjectFile } from '@datchain/shared/contracts/project-file.ts';
import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import * as v from 'valibot';
import { returnedServices } from '../back.ts';
import { firebaseDeploy } from '../firebase-program.ts';
import { lacking } from '../google.ts';
import type { Release, WantedFunction } from '../release.ts';
import type { Lack, Opening, Step, Tell } from '../step.ts';
import { findDatabase } from './documents.ts';

const text = v.optional(v.string(), '');
const live = v.looseObject({
  name: v.string(),
  state: text,
  serviceConfig: v.optional(
    v.looseObject({
      service: text,
      serviceAccountEmail: text,
      availableCpu: text,
      availableMemory: text,
      maxInstanceCount: v.optional(v.number()),
      maxInstanceRequestConcurrency: v.optional(v.number()),
      timeoutSeconds: v.optional(v.number()),
      environmentVariables: v.optional(v.record(v.string(), v.string()), {}),
      secretEnvironmentVariables: v.optional(
        v.array(v.looseObject({ key: v.string(), version: text })),
        [],
      ),
    }),
    {},
  ),
});
const job = v.looseObject({ name: v.string(), schedule: text, state: text });
const version = v.looseObject({ name: v.string() });
const policy = v.looseObject({
  condition: v.optional(v.looseObject({ olderThan: v.optional(v.string(), '') })),
});
const images = v.looseObject({ cleanupPolicies: v.optional(v.record(v.string(), policy), {}) });

type LiveFunction = v.InferOutput<typeof live>;

/** The Firebase CLI's name for its image clean-up policy. */
const CLEANUP = 'firebase-functions-cleanup';
/**
 * The number of days in which `back` can return to a release; the Firebase CLI would delete images
 * after a day.
 */
const IMAGE_DAYS = 30;

const lastOf = (name: string): string => name.split('/').at(-1) ?? '';

/** Converts Google's sizes, `512Mi` or `1G`, to MiB. */
const mebibytesOf = (size: string): number =>
  Number.parseInt(size, 10) * (/G/.test(size) ? 1_024 : 1);
/** Parses Google's processor counts, `0.1666` or `166m`. */
const processorsOf = (cpu: string): number =>
  Number.parseFloat(cpu) / (cpu.endsWith('m') ? 1_000 : 1);

const OPTIONAL = ['MAIL_FROM'];

function differences(
  { endpoint }: WantedFunction,
  { state, serviceConfig }: LiveFunction,
  { variables }: Release,
  account: string,
  newest: ReadonlyMap<string, string>,
): string[] {
  const { environmentVariables: env, secretEnvironmentVariables: secrets } = serviceConfig;
  const found: string[] = [];
  if (state !== 'ACTIVE') found.push(`it is ${state || 'not active'}`);
  for (const [name, value] of Object.entries(variables)) {
    if (name === 'RELEASE' && env[name] !== value) found.push('it is of another release');
    else if (env[name] !== value) found.push(`its ${name} differs`);
  }
  for (const name of OPTIONAL) {
    if (name in env && !(name in variables)) found.push(`it still has ${name}`);
  }
  for (const { key } of endpoint.secretEnvironmentVariables) {
    const given = secrets.find((one) => one.key === key);
    if (!given) found.push(`it lacks the secret ${key}`);
    else if (given.version !== newest.get(key)) found.push(`it has an older ${key}`);
  }
  if (serviceConfig.serviceAccountEmail !== account) found.push('it runs as another account');
  const isOnItsMachine =
    Math.abs(processorsOf(serviceConfig.availableCpu) - endpoint.cpu) < 0.01 &&
    mebibytesOf(serviceConfig.availableMemory) === endpoint.availableMemoryMb &&
    serviceConfig.maxInstanceCount === endpoint.maxInstances &&
    serviceConfig.maxInstanceRequestConcurrency === endpoint.concurrency &&
    serviceConfig.timeoutSeconds === endpoint.timeoutSeconds;
  if (!isOnItsMachine) found.push('its machine differs');
  return found;
}

/**
 * Formats the functions to deploy as sentences, one for each kind of fault; `all` is the total
 * number.
 */
function sentences(faults: ReadonlyMap<string, readonly string[]>, all: number): string[] {
  const byFault = new Map<string, string[]>();
  for (const [name, found] of faults) {
    for (const fault of found) byFault.set(fault, [...(byFault.get(fault) ?? []), name]);
  }
  return [...byFault].map(
    ([fault, names]) => `${names.length === all ? `all ${all}` : names.join(', ')}: ${fault}`,
  );
}

/** @throws Error when the functions may need more processors than the file allows */
function checkProcessors({ processors }: ProjectFile, wanted: readonly WantedFunction[]): void {
  const asked = wanted.reduce((sum, { endpoint }) => sum + endpoint.cpu * endpoint.maxInstances, 0);
  if (asked <= processors + 0.01) return;
  throw new Error(
    `The functions may ask for ${asked.toFixed(1)} processors together, and "processors" says ${processors}: lower ` +
      'their instances in functions/machines.ts, or have Google grant more.',
  );
}

/** @throws Error when the functions would publish the public log under a new name */
async function checkLogName(opening: Opening, { variables }: Release): Promise<void> {
  if (!(await findDatabase(opening))) return;
  const found = await firestoreStore(firestore()).read([docs.publicLogHead]);
  const { origin } = readHead(found.get(docs.publicLogHead)?.data);
  if (origin === '' || origin === variables.PUBLIC_LOG_ORIGIN) return;
  throw new Error(
    `The public log is called ${origin}, which never changes: set "publicLogOrigin" to it in the file.`,
  );
}

async function newestSecrets({ google, file }: Opening, names: readonly string[]) {
  const newest = new Map<string, string>();
  for (const name of names) {
    const path = `v1/projects/${file.project}/secrets/${name}/versions/latest`;
    const found = await google.find(version, 'secretmanager', path);
    if (found) newest.set(name, lastOf(found.name));
  }
  return newest;
}

/**
 * Finds missing readers of secrets and callers of services. The Firebase CLI only adds them for new
 * ones.
 */
async function missingRights(
  { google, file }: Opening,
  secrets: readonly string[],
  services: readonly { service: string; isScheduled: boolean }[],
): Promise<Lack[]> {
  const account = `serviceAccount:${functionsAccountOf(file)}`;
  const lacks: Lack[] = [];
  const check = async (
    to: 'run' | 'secretmanager',
    path: string,
    role: string,
    member: string,
    what: string,
  ) => {
    const wanted = [{ role, members: [member] }];
    if (lacking(await google.policy(to, path), wanted).length > 0) {
      lacks.push({ what, mend: () => google.grant(to, path, wanted) });
    }
  };
  for (const name of secrets) {
    const path = `v1/projects/${file.project}/secrets/${name}`;
    const what = `the functions may not read ${name}`;
    await check('secretmanager', path, 'roles/secretmanager.secretAccessor', account, what);
  }
  for (const { service, isScheduled } of services) {
    const member = isScheduled ? account : 'allUsers';
    const what = `${lastOf(service)}: ${isScheduled ? 'its schedule' : 'nobody'} may ${isScheduled ? 'not ' : ''}call it`;
    await check('run', `v1/${service}`, 'roles/run.invoker', member, what);
  }
  return lacks;
}

/**
 * Checks the clean-up of build images: they cost money, but an earlier release cannot start without
 * its own.
 */
async function missingCleanup({ google, file }: Opening): Promise<Lack[]> {
  const path = `v1/projects/${file.project}/locations/${functionsRegion}/repositories/gcf-artifacts`;
  const found = await google.find(images, 'artifactregistry', path);
  // The first build creates the repository.
  if (!found) return [];
  const olderThan = `${IMAGE_DAYS * 86_400}s`;
  const known = found.cleanupPolicies[CLEANUP];
  if (known?.condition?.olderThan === olderThan) return [];
  const condition = { tagState: 'ANY', olderThan };
  const cleanupPolicies = {
    ...found.cleanupPolicies,
    [CLEANUP]: { id: CLEANUP, condition, action: 'DELETE' },
  };
  const mend = () =>
    google.change('PATCH', 'artifactregistry', `${path}?updateMask=cleanupPolicies`, {
      cleanupPolicies,
    });
  return [{ what: `images of earlier builds are not kept for ${IMAGE_DAYS} days`, mend }];
}

/** Finds functions that `back` has returned to an earlier release. */
async function returnedToNewest(opening: Opening): Promise<Lack[]> {
  const returned = await returnedServices(opening);
  if (returned.length === 0) return [];
  const mend = async () => {
    for (const { undo } of returned) await undo();
  };
  return [{ what: `${returned.length} functions run an earlier release`, mend }];
}

export const functionsStep = (releaseOf: (opening: Opening) => Promise<Release>): Step => ({
  name: 'functions',
  // The Firebase CLI retries for minutes while another one makes the same function.
  isAlone: true,
  async look(opening) {
    const { google, file } = opening;
    const wanted = await releaseOf(opening);
    checkProcessors(file, wanted.functions);
    await checkLogName(opening, wanted);
    const place = `projects/${file.project}/locations/${functionsRegion}`;
    const account = functionsAccountOf(file);
    const [all, jobs] = [
      await google.list(live, 'functions', 'cloudfunctions', `v2/${place}/functions?pageSize=1000`),
      await google.list(job, 'jobs', 'cloudscheduler', `v1/${place}/jobs?pageSize=500`),
    ];
    const byName = new Map(all.map((one) => [lastOf(one.name), one]));
    const secrets = [
      ...new Set(
        wanted.functions.flatMap(({ endpoint }) =>
          endpoint.secretEnvironmentVariables.map(({ key }) => key),
        ),
      ),
    ].sort();
    const newest = await newestSecrets(opening, secrets);
    const faults = new Map<string, string[]>();
    const paused: string[] = [];
    const services: { service: string; isScheduled: boolean }[] = [];
    for (const one of wanted.functions) {
      const { name, region, endpoint } = one;
      const found = byName.get(name);
      const own = found ? differences(one, found, wanted, account, newest) : ['not deployed'];
      const schedule = endpoint.scheduleTrigger?.schedule;
      if (found) services.push({ service: found.serviceConfig.service, isScheduled: !!schedule });
      if (found && schedule !== undefined) {
        const known = jobs.find(
          (job) => lastOf(job.name) === `firebase-schedule-${name}-${region}`,
        );
        if (!known) own.push('it has no schedule');
        else if (known.schedule !== schedule) own.push('its schedule differs');
        else if (known.state === 'PAUSED') paused.push(known.name);
      }
      if (own.length > 0) faults.set(name, own);
    }
    const deploy = (tell: Tell) => {
      const only = [...faults.keys()].map((name) => `functions:default:${name}`);
      // With --force the CLI asks no questions; it deletes only functions that are named.
      return firebaseDeploy(file.project, wanted.folder, only, tell, ['--force']);
    };
    const isWanted = (name: string) => wanted.functions.some((one) => one.name === name);
    return [
      // Rights come first: a function does not start without its secrets.
      ...(await missingRights(opening, secrets, services)),
      ...sentences(faults, wanted.functions.length).map((what) => ({ what, mend: deploy })),
      ...paused.map((name) => ({
        what: `${lastOf(name)} is paused`,
        mend: () => google.change('POST', 'cloudscheduler', `v1/${name}:resume`, {}),
      })),
      ...[...byName.keys()]
        .filter((name) => !isWanted(name))
        .map((name) => ({
          what: `${name} is in no source: npx firebase functions:delete ${name} --project ${file.project}`,
        })),
      ...(await missingCleanup(opening)),
      ...(await returnedToNewest(opening)),
    ];
  },
});
