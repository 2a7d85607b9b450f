import { functionsRegion } from '@datchain/shared/contracts/site-addresses.ts';
import * as v from 'valibot';
import type { Opening } from './step.ts';

const LATEST = 'TRAFFIC_TARGET_ALLOCATION_TYPE_LATEST';
const ONE = 'TRAFFIC_TARGET_ALLOCATION_TYPE_REVISION';

const target = v.looseObject({
  type: v.optional(v.string(), ''),
  revision: v.optional(v.string(), ''),
});
const serviceSchema = v.looseObject({
  name: v.string(),
  labels: v.optional(v.record(v.string(), v.string()), {}),
  traffic: v.optional(v.array(target), []),
});
const variable = v.looseObject({ name: v.string(), value: v.optional(v.string(), '') });
const revisionSchema = v.looseObject({
  name: v.string(),
  createTime: v.string(),
  containers: v.array(v.looseObject({ env: v.optional(v.array(variable), []) })),
});

type Needs = Pick<Opening, 'google' | 'file'>;
type Service = v.InferOutput<typeof serviceSchema>;

const lastOf = (name: string): string => name.split('/').at(-1) ?? '';

/** Lists the Cloud Run services of the functions; a project may have others. */
async function servicesOf({ google, file }: Needs): Promise<Service[]> {
  const path = `v2/projects/${file.project}/locations/${functionsRegion}/services?pageSize=100`;
  const all = await google.list(serviceSchema, 'services', 'run', path);
  return all.filter(({ labels }) => labels['goog-managed-by'] === 'cloudfunctions');
}

const send = ({ google }: Needs, { name }: Service, target: object): Promise<void> =>
  google.change('PATCH', 'run', `v2/${name}?updateMask=traffic`, {
    traffic: [{ ...target, percent: 100 }],
  });

/** Lists services whose requests were routed to an older revision, each with a way to undo that. */
export async function returnedServices(opening: Needs) {
  const services = await servicesOf(opening);
  return services
    .filter(({ traffic }) => traffic.some(({ type }) => type !== LATEST))
    .map((service) => ({ undo: () => send(opening, service, { type: LATEST }) }));
}

interface Revision {
  readonly name: string;
  readonly release: string;
  readonly at: string;
}

/** Lists the revisions of a service, the newest first. */
async function revisionsOf({ google }: Needs, { name }: Service): Promise<Revision[]> {
  const path = `v2/${name}/revisions?pageSize=100`;
  const found = await google.list(revisionSchema, 'revisions', 'run', path);
  return found
    .flatMap(({ name: revision, createTime, containers }) => {
      const release = containers[0]?.env.find((one) => one.name === 'RELEASE')?.value;
      return release ? [{ name: lastOf(revision), release, at: createTime }] : [];
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}

const answering = ({ traffic }: Service, revisions: readonly Revision[]): Revision | undefined =>
  revisions.find(({ name }) => traffic.some(({ revision }) => revision === name)) ?? revisions[0];

function listReleases(services: ReadonlyMap<Service, readonly Revision[]>): string {
  const all = [...services.values()].flat();
  const answer = new Set([...services].map((one) => answering(...one)?.release));
  const deployedAt = new Map<string, string>();
  for (const { release, at } of all) {
    if (at > (deployedAt.get(release) ?? '')) deployedAt.set(release, at);
  }
  const newest = [...deployedAt].sort(([, a], [, b]) => (a < b ? 1 : -1));
  if (newest.length === 0) return 'Nothing was deployed yet.';
  return newest
    .map(([name, at]) => `${name}, deployed ${at}${answer.has(name) ? ', answers now' : ''}`)
    .join('\n');
}

/**
 * Routes the requests of every function to its code of an earlier release. Its variables and
 * secrets are those of that deployment; documents stay as they are. The next `apply` returns to the
 * newest.
 *
 * @param release a name from `list`, which only lists the releases
 * @param tell receives a line for each change
 * @throws Error listing the available releases, when no function was deployed from this one
 */
export async function back(
  opening: Needs,
  release: string,
  tell: (line: string) => void,
): Promise<void> {
  const services = await servicesOf(opening);
  const all = new Map<Service, Revision[]>();
  for (const service of services) all.set(service, await revisionsOf(opening, service));
  if (release === 'list') return tell(listReleases(all));
  if (![...all.values()].flat().some((one) => one.release === release)) {
    throw new Error(`There is no release ${release}. There are:\n${listReleases(all)}`);
  }
  if ([...all.values()].every(([newest]) => newest?.release === release)) {
    return tell(`${release} is the newest: "apply" has it answer.`);
  }
  for (const [service, revisions] of all) {
    const found = revisions.find((one) => one.release === release);
    if (found) await send(opening, service, { type: ONE, revision: found.name });
    tell(
      found
        ? `${lastOf(service.name)} answers with ${found.name}`
        : `${lastOf(service.name)} stays as it is: that release does not have it`,
    );
  }
  tell('Done. The next "apply" has the newest release answer.');
}
