import { type LiveFunction, type Policy, type Project, StoredPolicy } from './project.ts';
import { Refused } from './refused.ts';
import type { Machines, Revision } from './revisions.ts';
import { type Asked, inPages, missing, type Route, there } from './route.ts';

const PLACE = String.raw`projects/[^/:]+/locations/[\w-]+`;

/** Cloud Run's quotas for a new project in a region. */
const MAX_MILLI_CPUS = 20_000;
const MAX_MEMORY_BYTES = 40 * 1024 ** 3;

const bytesOf = (size: unknown): number => {
  const [, count = '256', unit = 'M'] = /^(\d+)([MG])i?$/.exec(String(size)) ?? [];
  return Number(count) * 1024 ** (unit === 'G' ? 3 : 2);
};

/**
 * Refuses a function if all functions together could exceed the region's quota, as Cloud Run does.
 */
function checkQuota({ live }: Project, service: string, wanted: LiveFunction): void {
  const all = new Map(live.functions).set(wanted.name, wanted);
  let [cpus, bytes] = [0, 0];
  for (const { serviceConfig } of all.values()) {
    const { availableCpu = '1', maxInstanceCount = 100, availableMemory } = serviceConfig;
    cpus += Math.round(Number(availableCpu) * 1_000) * maxInstanceCount;
    bytes += bytesOf(availableMemory) * maxInstanceCount;
  }
  if (cpus <= MAX_MILLI_CPUS && bytes <= MAX_MEMORY_BYTES) return;
  throw new Refused(
    400,
    'INVALID_ARGUMENT',
    `Could not create Cloud Run service ${service}. spec.template.metadata.annotations[autoscaling.knative.dev/maxScale]: ` +
      'Max instances must be set to 0 or fewer to set the requested total CPU.\n' +
      `Quota violated:\nCpuAllocPerProjectRegion requested: ${cpus} allowed: ${MAX_MILLI_CPUS}\n` +
      `MemAllocPerProjectRegion requested: ${bytes} allowed: ${MAX_MEMORY_BYTES}`,
  );
}

const has = ({ bindings }: Policy, role: string, member: string): boolean =>
  bindings.some((one) => one.role === role && one.members.includes(member));

/**
 * Reads the secrets of a function.
 * @throws if its service account may not read one of them
 */
function readSecrets(project: Project, { serviceConfig }: LiveFunction): Record<string, string> {
  const { serviceAccountEmail, secretEnvironmentVariables = [] } = serviceConfig;
  const values: Record<string, string> = {};
  for (const { key, secret, version } of secretEnvironmentVariables) {
    const readers = project.readers.get(secret)?.policy ?? { bindings: [] };
    const member = `serviceAccount:${serviceAccountEmail}`;
    if (!has(readers, 'roles/secretmanager.secretAccessor', member)) {
      throw new Refused(
        9,
        'FAILED_PRECONDITION',
        `Permission denied on secret: projects/${project.number}/secrets/${secret}/versions/${version} for Revision service ` +
          `account ${serviceAccountEmail}. The service account used must be granted the 'Secret Manager Secret Accessor' role.`,
      );
    }
    values[key] = project.secrets.get(secret)?.[Number(version) - 1] ?? missing(secret);
  }
  return values;
}

/** Builds a function as the build service account, and starts its revision as its own account. */
async function roll(project: Project, machines: Machines, wanted: LiveFunction): Promise<object> {
  const build = `${project.number}-compute@developer.gserviceaccount.com`;
  if (!has(project.policy.policy, 'roles/cloudbuild.builds.builder', `serviceAccount:${build}`)) {
    throw new Refused(
      7,
      'PERMISSION_DENIED',
      `Build failed: The service account ${build} does not have the required permissions to build the function.`,
    );
  }
  const { serviceAccountEmail = build, environmentVariables } = wanted.serviceConfig;
  if (serviceAccountEmail !== build && !project.accounts.has(serviceAccountEmail)) {
    throw new Refused(3, 'INVALID_ARGUMENT', `Service account ${serviceAccountEmail} not found.`);
  }
  const { object } = wanted.buildConfig.source.storageSource;
  const service = formatServiceName(wanted.name);
  const earlier = project.live.revisions.get(service) ?? [];
  const revision: Revision = {
    service,
    name: `${service}-${String(earlier.length + 1).padStart(5, '0')}-abc`,
    createTime: new Date().toISOString(),
    source: project.live.uploads.get(object) ?? missing(object),
    env: { ...environmentVariables, ...readSecrets(project, wanted) },
  };
  await machines.prove(revision);
  project.live.images ??= {
    name: wanted.name.replace(/functions.*/, 'repositories/gcf-artifacts'),
  };
  project.live.functions.set(wanted.name, { ...wanted, state: 'ACTIVE' });
  project.live.revisions.set(service, [...earlier, revision]);
  project.live.pinned.delete(service);
  machines.serve(revision);
  return wanted;
}

export const formatServiceName = (name: string): string =>
  (name.split('/').at(-1) ?? '').toLowerCase().replaceAll('_', '-');

const LATEST = 'TRAFFIC_TARGET_ALLOCATION_TYPE_LATEST';
const ONE = 'TRAFFIC_TARGET_ALLOCATION_TYPE_REVISION';

function trafficOf({ live }: Project, service: string): readonly object[] {
  const revision = live.pinned.get(service);
  return [{ percent: 100, ...(revision ? { type: ONE, revision } : { type: LATEST }) }];
}

function setTraffic({ live }: Project, machines: Machines, service: string, body: Asked['body']) {
  const [target] = body.traffic as { type: string; revision?: string }[];
  const own = live.revisions.get(service) ?? missing(`Service ${service}`);
  const isLatest = target?.type === LATEST;
  const revision = isLatest ? own.at(-1) : own.find(({ name }) => name === target?.revision);
  if (!revision) throw new Refused(400, 'INVALID_ARGUMENT', `No revision ${target?.revision}.`);
  if (isLatest) live.pinned.delete(service);
  else live.pinned.set(service, revision.name);
  machines.serve(revision);
}

function completed({ id }: Project, name: string, sent: object): LiveFunction {
  const { serviceConfig, ...rest } = sent as LiveFunction;
  const [, , , region] = name.split('/');
  const service = formatServiceName(name);
  const uri = `https://${service}-${id}.a.run.app`;
  return {
    ...rest,
    name,
    environment: 'GEN_2',
    url: `https://${region}-${id}.cloudfunctions.net/${name.split('/').at(-1)}`,
    serviceConfig: {
      ...serviceConfig,
      uri,
      service: `projects/${id}/locations/${region}/services/${service}`,
    },
  };
}

const invokersOf = ({ live }: Project, service: string): StoredPolicy => {
  const policy = live.services.get(service) ?? new StoredPolicy();
  live.services.set(service, policy);
  return policy;
};

const invokers = ({ project, parts: [service = ''] }: Asked): StoredPolicy => {
  const isThere = [...project.live.functions.keys()].some(
    (name) => formatServiceName(name) === service,
  );
  return isThere ? invokersOf(project, service) : missing(`Service ${service}`);
};

/**
 * The routes of Cloud Functions and of the Cloud Run services behind them.
 *
 * @param url of the emulator, for uploads
 */
export const functionsRoutes = (machines: Machines, url: () => string): readonly Route[] => [
  {
    method: 'GET',
    path: new RegExp(`^v1/${PLACE.replace('[\\w-]+', '-')}/functions$`),
    service: 'cloudfunctions.googleapis.com',
    permission: 'cloudfunctions.functions.list',
    answer: () => ({}),
  },
  {
    method: 'GET',
    path: new RegExp(`^v2/${PLACE}/functions$`),
    service: 'cloudfunctions.googleapis.com',
    permission: 'cloudfunctions.functions.list',
    answer: (asked) => inPages([...asked.project.live.functions.values()], 'functions', asked),
  },
  {
    method: 'POST',
    path: new RegExp(`^v2/${PLACE}/functions:generateUploadUrl$`),
    service: 'cloudfunctions.googleapis.com',
    permission: 'cloudfunctions.functions.sourceCodeSet',
    needsBilling: true,
    answer({ project: { live } }) {
      const object = `u${live.uploads.size}.zip`;
      live.uploads.set(object, Buffer.alloc(0));
      return {
        uploadUrl: `${url()}/upload/${object}?GoogleAccessId=signed`,
        storageSource: { bucket: 'gcf-v2-uploads', object },
      };
    },
  },
  {
    method: 'POST',
    path: new RegExp(`^v2/(${PLACE})/functions$`),
    service: 'cloudfunctions.googleapis.com',
    permission: 'cloudfunctions.functions.create',
    needsBilling: true,
    answer({ project, parts: [place = ''], query, body }) {
      const name = `${place}/functions/${query.get('functionId')}`;
      if (project.live.functions.has(name)) there(name);
      const wanted = completed(project, name, body);
      checkQuota(project, formatServiceName(name), wanted);
      // A function that fails to start still exists and counts towards the quota.
      project.live.functions.set(name, { ...wanted, state: 'FAILED' });
      return project.beginOperation(`${place}/`, roll(project, machines, wanted));
    },
  },
  {
    method: 'PATCH',
    path: new RegExp(`^v2/((${PLACE})/functions/[^/]+)$`),
    service: 'cloudfunctions.googleapis.com',
    permission: 'cloudfunctions.functions.update',
    answer({ project, parts: [name = '', place = ''], body }) {
      const known = project.live.functions.get(name) ?? missing(name);
      const { serviceConfig } = body as unknown as LiveFunction;
      const merged = { ...known.serviceConfig, ...serviceConfig };
      const wanted = completed(project, name, { ...known, ...body, serviceConfig: merged });
      checkQuota(project, formatServiceName(name), wanted);
      return project.beginOperation(`${place}/`, roll(project, machines, wanted));
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^v2/(${PLACE})/services$`),
    service: 'run.googleapis.com',
    permission: 'run.services.list',
    answer(asked) {
      const { project, parts } = asked;
      const services = [...project.live.revisions.keys()].map((service) => ({
        name: `${parts[0]}/services/${service}`,
        labels: { 'goog-managed-by': 'cloudfunctions' },
        traffic: trafficOf(project, service),
      }));
      return inPages(services, 'services', asked);
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^v2/(${PLACE}/services/([^/:]+))/revisions$`),
    service: 'run.googleapis.com',
    permission: 'run.revisions.list',
    answer(asked) {
      const [path, service = ''] = asked.parts;
      const own = asked.project.live.revisions.get(service) ?? missing(`Service ${service}`);
      const revisions = own.toReversed().map(({ name, createTime, env }) => ({
        name: `${path}/revisions/${name}`,
        createTime,
        containers: [{ env: Object.entries(env).map(([key, value]) => ({ name: key, value })) }],
      }));
      return inPages(revisions, 'revisions', asked);
    },
  },
  {
    method: 'PATCH',
    path: new RegExp(`^v2/(${PLACE})/services/([^/:]+)$`),
    service: 'run.googleapis.com',
    permission: 'run.services.update',
    answer({ project, parts: [place, service = ''], body }) {
      setTraffic(project, machines, service, body);
      return project.beginOperation(`${place}/`);
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^v1/${PLACE}/services/([^/:]+):getIamPolicy$`),
    service: 'run.googleapis.com',
    permission: 'run.services.getIamPolicy',
    answer: (asked) => invokers(asked).answer,
  },
  {
    method: 'POST',
    path: new RegExp(`^v1/${PLACE}/services/([^/:]+):setIamPolicy$`),
    service: 'run.googleapis.com',
    permission: 'run.services.setIamPolicy',
    answer: (asked) => {
      const { etag, ...policy } = asked.body.policy as Policy & { etag?: string };
      return invokers(asked).set(etag ? { ...policy, etag } : policy);
    },
  },
];
