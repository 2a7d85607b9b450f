import { patch, StoredPolicy } from './project.ts';
import { inPages, missing, type Route, there } from './route.ts';

const PROJECT = 'projects/[^/:]+';
const REGION = String.raw`locations/[\w-]+`;

const projects: readonly Route[] = [
  {
    method: 'GET',
    path: new RegExp(`^v1beta1/${PROJECT}$`),
    service: 'firebase.googleapis.com',
    permission: 'firebase.projects.get',
    answer({ project: { id, number, live } }) {
      const [realtimeDatabaseInstance] = live.databases.keys();
      const resources = { realtimeDatabaseInstance };
      const name = `projects/${id}`;
      return { name, projectId: id, projectNumber: number, state: 'ACTIVE', resources };
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^v1beta1/${PROJECT}/adminSdkConfig$`),
    service: 'firebase.googleapis.com',
    permission: 'firebase.projects.get',
    answer: ({ project: { id } }) => ({
      projectId: id,
      databaseURL: `https://${id}-default-rtdb.firebaseio.com`,
      storageBucket: `${id}.firebasestorage.app`,
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`^v1/${PROJECT}$`),
    service: 'cloudresourcemanager.googleapis.com',
    permission: 'resourcemanager.projects.get',
    answer: ({ project: { id, number } }) => ({
      projectId: id,
      projectNumber: number,
      lifecycleState: 'ACTIVE',
    }),
  },
  {
    method: 'POST',
    path: new RegExp(`^v1/${PROJECT}:testIamPermissions$`),
    service: 'cloudresourcemanager.googleapis.com',
    permission: 'resourcemanager.projects.get',
    answer: ({ body, isDenied }) => ({
      permissions: (body.permissions as string[]).filter((one) => !isDenied(one)),
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`^v1/${PROJECT}/services/([^/:]+)$`),
    service: 'serviceusage.googleapis.com',
    permission: 'serviceusage.services.get',
    // The Firebase CLI takes the host of the emulator for the name of an API.
    answer: ({ project, parts: [name = ''] }) => ({
      state: project.enabled.has(name) || name === '127.0.0.1' ? 'ENABLED' : 'DISABLED',
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`^v1/${PROJECT}/billingInfo$`),
    service: 'cloudbilling.googleapis.com',
    permission: 'resourcemanager.projects.get',
    needsBilling: true,
    answer: () => ({ billingEnabled: true }),
  },
  // The service agents of Google's services exist once this endpoint has been called.
  {
    method: 'POST',
    path: /^v1beta1\/projects\/\d+\/services\/([^/:]+):generateServiceIdentity$/,
    service: 'serviceusage.googleapis.com',
    permission: 'serviceusage.services.generateServiceIdentity',
    answer: ({ project, parts: [name = ''] }) =>
      project.enabled.has(name) ? project.beginOperation() : missing(name),
  },
];

const rules: readonly Route[] = [
  {
    method: 'POST',
    path: new RegExp(`^v1/${PROJECT}:test$`),
    service: 'firebaserules.googleapis.com',
    permission: 'firebaserules.rulesets.test',
    answer: () => ({ issues: [] }),
  },
  {
    method: 'POST',
    path: new RegExp(`^v1/${PROJECT}/rulesets$`),
    service: 'firebaserules.googleapis.com',
    permission: 'firebaserules.rulesets.create',
    answer({ project: { id, live }, body }) {
      const name = `projects/${id}/rulesets/r${live.rulesets.size}`;
      live.rulesets.set(name, (body.source as { files: object[] }).files);
      return { name };
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^v1/(${PROJECT}/rulesets/[^/]+)$`),
    service: 'firebaserules.googleapis.com',
    permission: 'firebaserules.rulesets.get',
    answer: ({ project: { live }, parts: [name = ''] }) => ({
      name,
      source: { files: live.rulesets.get(name) ?? missing(name) },
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`^v1/${PROJECT}/releases$`),
    service: 'firebaserules.googleapis.com',
    permission: 'firebaserules.releases.list',
    answer: (asked) => inPages([...asked.project.live.releases.values()], 'releases', asked),
  },
  {
    method: 'POST',
    path: new RegExp(`^v1/${PROJECT}/releases$`),
    service: 'firebaserules.googleapis.com',
    permission: 'firebaserules.releases.create',
    answer({ project: { live }, body }) {
      const name = body.name as string;
      if (live.releases.has(name)) there(name);
      if (!live.rulesets.has(body.rulesetName as string)) missing('Ruleset');
      const release = { ...body, createTime: new Date().toISOString() };
      live.releases.set(name, release);
      return release;
    },
  },
  {
    method: 'PATCH',
    path: new RegExp(`^v1/(${PROJECT}/releases/.+)$`),
    service: 'firebaserules.googleapis.com',
    permission: 'firebaserules.releases.update',
    answer({ project: { live }, parts: [name = ''], body }) {
      const release = live.releases.get(name) ?? missing(name);
      return Object.assign(release, body.release);
    },
  },
];

const GROUPS = String.raw`databases/\(default\)/collectionGroups`;

const indexes: readonly Route[] = [
  {
    method: 'GET',
    path: new RegExp(`^v1/${PROJECT}/${GROUPS}/-/indexes$`),
    service: 'firestore.googleapis.com',
    permission: 'datastore.indexes.list',
    answer: (asked) => inPages(asked.project.live.indexes, 'indexes', asked),
  },
  {
    method: 'POST',
    path: new RegExp(`^v1/(${PROJECT}/${GROUPS}/[^/]+/indexes)$`),
    service: 'firestore.googleapis.com',
    permission: 'datastore.indexes.create',
    answer({ project, parts: [collection = ''], body }) {
      const { indexes } = project.live;
      const name = `${collection}/i${indexes.length}`;
      const fields = [...(body.fields as { fieldPath: string; order?: string }[])];
      if (fields.at(-1)?.fieldPath !== '__name__') {
        fields.push({ fieldPath: '__name__', order: fields.at(-1)?.order ?? 'ASCENDING' });
      }
      indexes.push({ ...body, fields, name, state: 'READY' });
      return project.beginOperation(`projects/${project.id}/databases/(default)/`);
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^v1/${PROJECT}/${GROUPS}/-/fields$`),
    service: 'firestore.googleapis.com',
    permission: 'datastore.indexes.list',
    answer: (asked) => inPages([...asked.project.live.fields.values()], 'fields', asked),
  },
  {
    method: 'PATCH',
    path: new RegExp(`^v1/(${PROJECT}/${GROUPS}/[^/]+/fields/.+)$`),
    service: 'firestore.googleapis.com',
    permission: 'datastore.indexes.update',
    answer({ project, parts: [name = ''], body }) {
      const ttl = body.ttlConfig ? { ttlConfig: { state: 'ACTIVE' } } : {};
      project.live.fields.set(name, { name, indexConfig: body.indexConfig, ...ttl });
      return project.beginOperation(`projects/${project.id}/databases/(default)/`);
    },
  },
];

const instanceOf = (id: string, name: string) => ({
  name: `projects/${id}/locations/us-central1/instances/${name}`,
  databaseUrl: `https://${name}.firebaseio.com`,
  type: 'DEFAULT_DATABASE',
  state: 'ACTIVE',
});

const databases: readonly Route[] = [
  {
    method: 'GET',
    path: new RegExp(`^v1beta/${PROJECT}/${REGION}/instances/([^/]+)$`),
    service: 'firebasedatabase.googleapis.com',
    permission: 'firebasedatabase.instances.get',
    answer: ({ project: { id, live }, parts: [name = ''] }) =>
      live.databases.has(name) ? instanceOf(id, name) : missing(name),
  },
  {
    method: 'POST',
    path: new RegExp(`^v1beta/${PROJECT}/${REGION}/instances$`),
    service: 'firebasedatabase.googleapis.com',
    permission: 'firebasedatabase.instances.create',
    answer({ project: { id, live }, query }) {
      const name = query.get('databaseId') ?? '';
      if (live.databases.has(name)) there(name);
      live.databases.set(name, '{"rules":{".read":false,".write":false}}');
      return instanceOf(id, name);
    },
  },
  {
    method: 'GET',
    path: /^\.settings\/rules\.json$/,
    service: 'firebasedatabase.googleapis.com',
    permission: 'firebasedatabase.instances.get',
    answer: ({ project: { live } }) => new Text([...live.databases.values()][0] ?? missing('It')),
  },
  {
    method: 'PUT',
    path: /^\.settings\/rules\.json$/,
    service: 'firebasedatabase.googleapis.com',
    permission: 'firebasedatabase.instances.update',
    answer({ project: { live }, text }) {
      const [name = missing('It')] = live.databases.keys();
      live.databases.set(name, text);
      return { status: 'ok' };
    },
  },
];

const schedules: readonly Route[] = [
  {
    method: 'GET',
    path: new RegExp(`^v1/${PROJECT}/${REGION}/jobs$`),
    service: 'cloudscheduler.googleapis.com',
    permission: 'cloudscheduler.jobs.list',
    answer: (asked) => inPages([...asked.project.live.jobs.values()], 'jobs', asked),
  },
  {
    method: 'GET',
    path: new RegExp(`^v1/(${PROJECT}/${REGION}/jobs/[^/]+)$`),
    service: 'cloudscheduler.googleapis.com',
    permission: 'cloudscheduler.jobs.get',
    answer: ({ project: { live }, parts: [name = ''] }) => live.jobs.get(name) ?? missing(name),
  },
  {
    method: 'POST',
    path: new RegExp(`^v1/${PROJECT}/${REGION}/jobs$`),
    service: 'cloudscheduler.googleapis.com',
    permission: 'cloudscheduler.jobs.create',
    answer({ project: { live }, body }) {
      const job = { ...body, state: 'ENABLED' };
      live.jobs.set(body.name as string, job);
      return job;
    },
  },
  {
    method: 'PATCH',
    path: new RegExp(`^v1/(${PROJECT}/${REGION}/jobs/[^/]+)$`),
    service: 'cloudscheduler.googleapis.com',
    permission: 'cloudscheduler.jobs.update',
    answer({ project: { live }, parts: [name = ''], query, body }) {
      const job = live.jobs.get(name) ?? missing(name);
      patch(job, body, query.get('updateMask'));
      return job;
    },
  },
  {
    method: 'POST',
    path: new RegExp(`^v1/(${PROJECT}/${REGION}/jobs/[^/:]+):resume$`),
    service: 'cloudscheduler.googleapis.com',
    permission: 'cloudscheduler.jobs.enable',
    answer: ({ project: { live }, parts: [name = ''] }) =>
      Object.assign(live.jobs.get(name) ?? missing(name), { state: 'ENABLED' }),
  },
];

const images: readonly Route[] = [
  {
    method: 'GET',
    path: new RegExp(`^v1/${PROJECT}/${REGION}/repositories/gcf-artifacts$`),
    service: 'artifactregistry.googleapis.com',
    permission: 'artifactregistry.repositories.get',
    answer: ({ project: { live } }) => live.images ?? missing('The repository'),
  },
  {
    method: 'PATCH',
    path: new RegExp(`^v1/${PROJECT}/${REGION}/repositories/gcf-artifacts$`),
    service: 'artifactregistry.googleapis.com',
    permission: 'artifactregistry.repositories.update',
    answer: ({ project: { live }, body }) =>
      Object.assign(live.images ?? missing('The repository'), body),
  },
];

const readersOf = (project: { readers: Map<string, StoredPolicy> }, name: string): StoredPolicy => {
  const policy = project.readers.get(name) ?? new StoredPolicy();
  project.readers.set(name, policy);
  return policy;
};

const secrets: readonly Route[] = [
  {
    method: 'GET',
    path: new RegExp(`^v1/${PROJECT}/secrets/([^/:]+)/versions/(\\w+)$`),
    service: 'secretmanager.googleapis.com',
    permission: 'secretmanager.versions.get',
    answer({ project, parts: [name = '', version = ''] }) {
      const { length } = project.secrets.get(name) ?? missing(`Secret ${name}`);
      const number = version === 'latest' ? length : Number(version);
      if (number < 1 || number > length) missing(`Secret ${name} has no version ${version}: it`);
      return {
        name: `projects/${project.number}/secrets/${name}/versions/${number}`,
        state: 'ENABLED',
      };
    },
  },
  {
    method: 'GET',
    path: new RegExp(`^v1/${PROJECT}/secrets/([^/:]+):getIamPolicy$`),
    service: 'secretmanager.googleapis.com',
    permission: 'secretmanager.secrets.getIamPolicy',
    answer: ({ project, parts: [name = ''] }) =>
      project.secrets.has(name) ? readersOf(project, name).answer : missing(name),
  },
  {
    method: 'POST',
    path: new RegExp(`^v1/${PROJECT}/secrets/([^/:]+):setIamPolicy$`),
    service: 'secretmanager.googleapis.com',
    permission: 'secretmanager.secrets.setIamPolicy',
    answer({ project, parts: [name = ''], body }) {
      if (!project.secrets.has(name)) missing(name);
      return readersOf(project, name).set(body.policy as Parameters<StoredPolicy['set']>[0]);
    },
  },
];

/** A plain-text answer, or JSON passed through unchanged. */
export class Text {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const firebaseRoutes: readonly Route[] = [
  ...projects,
  ...rules,
  ...indexes,
  ...databases,
  ...schedules,
  ...images,
  ...secrets,
];
