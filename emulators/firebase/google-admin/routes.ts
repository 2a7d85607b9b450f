import { type Policy, patch, StoredPolicy } from './project.ts';
import { Refused } from './refused.ts';
import { type Asked, inPages, missing, type Route, there } from './route.ts';

const policyOf = ({ project, parts }: Asked): StoredPolicy =>
  project.accounts.get(parts[0] ?? '') ?? missing(`Service account ${parts[0]}`);

const serviceUsage: readonly Route[] = [
  {
    method: 'GET',
    path: /^v1\/projects\/[^/]+\/services$/,
    service: 'serviceusage.googleapis.com',
    permission: 'serviceusage.services.list',
    answer: (asked) =>
      inPages(
        [...asked.project.enabled].map((name) => ({ config: { name }, state: 'ENABLED' })),
        'services',
        asked,
      ),
  },
  {
    method: 'POST',
    path: /^v1\/projects\/[^/]+\/services:batchEnable$/,
    service: 'serviceusage.googleapis.com',
    permission: 'serviceusage.services.enable',
    needsBilling: true,
    answer({ project, body }) {
      const ids = body.serviceIds as string[];
      if (ids.length > 20)
        throw new Refused(400, 'INVALID_ARGUMENT', 'At most 20 services at a time.');
      for (const id of ids) project.enabled.add(id);
      return project.beginOperation();
    },
  },
];

const resourceManager: readonly Route[] = [
  {
    method: 'GET',
    path: /^v1\/projects\/[^/:]+$/,
    service: 'cloudresourcemanager.googleapis.com',
    permission: 'resourcemanager.projects.get',
    answer: ({ project: { id, number } }) => ({ projectId: id, projectNumber: number }),
  },
  {
    method: 'POST',
    path: /^v1\/projects\/[^/:]+:getIamPolicy$/,
    service: 'cloudresourcemanager.googleapis.com',
    permission: 'resourcemanager.projects.getIamPolicy',
    answer: ({ project }) => project.policy.answer,
  },
  {
    method: 'POST',
    path: /^v1\/projects\/[^/:]+:setIamPolicy$/,
    service: 'cloudresourcemanager.googleapis.com',
    permission: 'resourcemanager.projects.setIamPolicy',
    answer({ project, body }) {
      const policy = body.policy as Policy;
      for (const member of policy.bindings.flatMap(({ members }) => members)) {
        const [, email = ''] = /^serviceAccount:(.*)$/.exec(member) ?? [];
        const isOurs = email.endsWith(`@${project.id}.iam.gserviceaccount.com`);
        if (isOurs && !project.accounts.has(email)) {
          throw new Refused(400, 'INVALID_ARGUMENT', `Service account ${email} does not exist.`);
        }
      }
      return project.policy.set(policy);
    },
  },
];

const iam: readonly Route[] = [
  {
    method: 'GET',
    path: /^v1\/projects\/[^/]+\/serviceAccounts$/,
    service: 'iam.googleapis.com',
    permission: 'iam.serviceAccounts.list',
    answer: (asked) =>
      inPages(
        [...asked.project.accounts.keys()].map((email) => ({ email })),
        'accounts',
        asked,
      ),
  },
  {
    method: 'POST',
    path: /^v1\/projects\/[^/]+\/serviceAccounts$/,
    service: 'iam.googleapis.com',
    permission: 'iam.serviceAccounts.create',
    answer({ project, body }) {
      const email = `${body.accountId}@${project.id}.iam.gserviceaccount.com`;
      if (project.accounts.has(email)) there(`Service account ${email}`);
      project.accounts.set(email, new StoredPolicy());
      return { email };
    },
  },
  {
    method: 'POST',
    path: /^v1\/projects\/[^/]+\/serviceAccounts\/([^/:]+):getIamPolicy$/,
    service: 'iam.googleapis.com',
    permission: 'iam.serviceAccounts.getIamPolicy',
    answer: (asked) => policyOf(asked).answer,
  },
  {
    method: 'POST',
    path: /^v1\/projects\/[^/]+\/serviceAccounts\/([^/:]+):setIamPolicy$/,
    service: 'iam.googleapis.com',
    permission: 'iam.serviceAccounts.setIamPolicy',
    answer: (asked) => policyOf(asked).set(asked.body.policy as Policy),
  },
  {
    method: 'GET',
    path: /^v1\/projects\/\d+\/locations\/global\/(workloadIdentityPools\/[^:?]+)$/,
    service: 'iam.googleapis.com',
    permission: 'iam.workloadIdentityPools.get',
    answer: ({ project, parts: [name = ''] }) => project.pools.get(name) ?? missing(name),
  },
  {
    method: 'POST',
    path: /^v1\/projects\/\d+\/locations\/global\/(workloadIdentityPools(?:\/[^/]+\/providers)?)$/,
    service: 'iam.googleapis.com',
    permission: 'iam.workloadIdentityPools.create',
    answer({ project, parts: [collection = ''], query, body }) {
      const id = query.get('workloadIdentityPoolProviderId') ?? query.get('workloadIdentityPoolId');
      const name = `${collection}/${id}`;
      const [pool = ''] = /^workloadIdentityPools\/[^/]+/.exec(name) ?? [];
      if (name !== pool && !project.pools.has(pool)) missing(pool);
      if (project.pools.has(name)) there(name);
      project.pools.set(name, { ...body, state: 'ACTIVE' });
      return project.beginOperation(`projects/${project.number}/locations/global/${name}/`);
    },
  },
  {
    method: 'PATCH',
    path: /^v1\/projects\/\d+\/locations\/global\/(workloadIdentityPools\/.+)$/,
    service: 'iam.googleapis.com',
    permission: 'iam.workloadIdentityPoolProviders.update',
    answer({ project, parts: [name = ''], query, body }) {
      patch(project.pools.get(name) ?? missing(name), body, query.get('updateMask'));
      return project.beginOperation(`projects/${project.number}/locations/global/${name}/`);
    },
  },
];

const DATABASE = '(default)';

const firestore: readonly Route[] = [
  {
    method: 'GET',
    path: /^v1\/projects\/[^/]+\/databases\/\(default\)$/,
    service: 'firestore.googleapis.com',
    permission: 'datastore.databases.getMetadata',
    answer: ({ project }) => project.database ?? missing('The database'),
  },
  {
    method: 'POST',
    path: /^v1\/projects\/[^/]+\/databases$/,
    service: 'firestore.googleapis.com',
    permission: 'datastore.databases.create',
    answer({ project, query, body }) {
      if (query.get('databaseId') !== DATABASE)
        throw new Refused(400, 'INVALID_ARGUMENT', 'databaseId');
      if (project.database) there('The database');
      project.database = body;
      return project.beginOperation(`projects/${project.id}/databases/${DATABASE}/`);
    },
  },
  {
    method: 'PATCH',
    path: /^v1\/projects\/[^/]+\/databases\/\(default\)$/,
    service: 'firestore.googleapis.com',
    permission: 'datastore.databases.update',
    answer({ project, query, body }) {
      patch(project.database ?? missing('The database'), body, query.get('updateMask'));
      return project.beginOperation(`projects/${project.id}/databases/${DATABASE}/`);
    },
  },
  {
    method: 'GET',
    path: /^v1\/projects\/[^/]+\/databases\/\(default\)\/backupSchedules$/,
    service: 'firestore.googleapis.com',
    permission: 'datastore.backupSchedules.list',
    answer: ({ project }) => ({ backupSchedules: project.backups }),
  },
  {
    method: 'POST',
    path: /^v1\/projects\/[^/]+\/databases\/\(default\)\/backupSchedules$/,
    service: 'firestore.googleapis.com',
    permission: 'datastore.backupSchedules.create',
    answer({ project, body }) {
      if (!project.database) missing('The database');
      project.backups.push(body);
      return body;
    },
  },
];

const identity: readonly Route[] = [
  {
    method: 'GET',
    path: /^admin\/v2\/projects\/[^/]+\/config$/,
    service: 'identitytoolkit.googleapis.com',
    permission: 'firebaseauth.configs.get',
    answer: ({ project }) => project.logins ?? missing('CONFIGURATION_NOT_FOUND'),
  },
  {
    method: 'POST',
    path: /^v2\/projects\/[^/]+\/identityPlatform:initializeAuth$/,
    service: 'identitytoolkit.googleapis.com',
    permission: 'firebaseauth.configs.create',
    needsBilling: true,
    answer({ project }) {
      project.logins ??= { authorizedDomains: ['localhost', `${project.id}.web.app`] };
      return {};
    },
  },
  {
    method: 'PATCH',
    path: /^admin\/v2\/projects\/[^/]+\/config$/,
    service: 'identitytoolkit.googleapis.com',
    permission: 'firebaseauth.configs.update',
    answer({ project, query, body }) {
      const logins = project.logins ?? missing('CONFIGURATION_NOT_FOUND');
      patch(logins, body, query.get('updateMask'));
      return logins;
    },
  },
];

const storage: readonly Route[] = [
  {
    method: 'GET',
    path: /^storage\/v1\/b\/([^/]+)$/,
    service: 'storage.googleapis.com',
    permission: 'storage.buckets.get',
    answer: ({ project, parts: [name = ''] }) => project.buckets.get(name) ?? missing(name),
  },
  {
    method: 'PATCH',
    path: /^storage\/v1\/b\/([^/]+)$/,
    service: 'storage.googleapis.com',
    permission: 'storage.buckets.update',
    answer: ({ project, parts: [name = ''], body }) =>
      Object.assign(project.buckets.get(name) ?? missing(name), body),
  },
];

const SITE = String.raw`^v1beta1\/(projects\/[^/]+\/sites\/[^/]+)`;

const hosting: readonly Route[] = [
  {
    method: 'GET',
    path: /^v1beta1\/projects\/[^/]+\/sites$/,
    service: 'firebasehosting.googleapis.com',
    permission: 'firebasehosting.sites.get',
    answer: ({ project: { id } }) => ({
      sites: [{ name: `projects/${id}/sites/${id}`, type: 'DEFAULT_SITE' }],
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`${SITE}/config$`),
    service: 'firebasehosting.googleapis.com',
    permission: 'firebasehosting.sites.get',
    answer: ({ project }) => project.site,
  },
  {
    method: 'PATCH',
    path: new RegExp(`${SITE}/config$`),
    service: 'firebasehosting.googleapis.com',
    permission: 'firebasehosting.sites.update',
    answer({ project, query, body }) {
      patch(project.site, body, query.get('updateMask'));
      return project.site;
    },
  },
  {
    method: 'GET',
    path: new RegExp(`${SITE}/channels/live$`),
    service: 'firebasehosting.googleapis.com',
    permission: 'firebasehosting.sites.get',
    answer: ({ project, parts: [site] }) => ({
      name: `${site}/channels/live`,
      ...(project.pages && { release: { type: 'DEPLOY', version: { config: project.pages } } }),
    }),
  },
  {
    method: 'GET',
    path: new RegExp(`${SITE}/customDomains/([^/]+)$`),
    service: 'firebasehosting.googleapis.com',
    permission: 'firebasehosting.sites.get',
    answer: ({ project, parts: [site, name = ''] }) => ({
      name: `${site}/customDomains/${name}`,
      ...(project.domains.get(name) ?? missing(name)),
    }),
  },
];

const secretManager: readonly Route[] = [
  {
    method: 'GET',
    path: /^v1\/projects\/[^/]+\/secrets\/([^/:]+)$/,
    service: 'secretmanager.googleapis.com',
    permission: 'secretmanager.secrets.get',
    answer: ({ project, parts: [name = ''] }) =>
      project.secrets.has(name)
        ? { name: `projects/${project.number}/secrets/${name}` }
        : missing(name),
  },
  {
    method: 'POST',
    path: /^v1\/projects\/[^/]+\/secrets$/,
    service: 'secretmanager.googleapis.com',
    permission: 'secretmanager.secrets.create',
    needsBilling: true,
    answer({ project, query }) {
      const name = query.get('secretId') ?? '';
      if (project.secrets.has(name)) there(name);
      project.secrets.set(name, []);
      return { name: `projects/${project.number}/secrets/${name}` };
    },
  },
  {
    method: 'GET',
    path: /^v1\/projects\/[^/]+\/secrets\/([^/:]+)\/versions$/,
    service: 'secretmanager.googleapis.com',
    permission: 'secretmanager.versions.list',
    answer: ({ project, parts: [name = ''] }) => ({
      versions: (project.secrets.get(name) ?? missing(name)).map((_, at) => ({
        name: `projects/${project.number}/secrets/${name}/versions/${at + 1}`,
        state: 'ENABLED',
      })),
    }),
  },
  {
    method: 'GET',
    path: /^v1\/projects\/[^/]+\/secrets\/([^/:]+)\/versions\/latest:access$/,
    service: 'secretmanager.googleapis.com',
    permission: 'secretmanager.versions.access',
    answer({ project, parts: [name = ''] }) {
      const value = project.secrets.get(name)?.at(-1) ?? missing(name);
      return { payload: { data: Buffer.from(value).toString('base64') } };
    },
  },
  {
    method: 'POST',
    path: /^v1\/projects\/[^/]+\/secrets\/([^/:]+):addVersion$/,
    service: 'secretmanager.googleapis.com',
    permission: 'secretmanager.versions.add',
    answer({ project, parts: [name = ''], body }) {
      const { data } = body.payload as { data: string };
      (project.secrets.get(name) ?? missing(name)).push(Buffer.from(data, 'base64').toString());
      return { name: `projects/${project.number}/secrets/${name}/versions/1` };
    },
  },
];

export const openingRoutes: readonly Route[] = [
  ...serviceUsage,
  ...resourceManager,
  ...iam,
  ...firestore,
  ...identity,
  ...storage,
  ...hosting,
  ...secretManager,
];
