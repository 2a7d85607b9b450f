import { functionsRegion } from './site-addresses.ts';

export interface HeaderRule {
  readonly source: string;
  readonly headers: readonly { readonly key: string; readonly value: string }[];
}

export interface HostingConfig {
  readonly public: string;
  readonly headers: readonly HeaderRule[];
}

export const withPolicies = (
  rules: readonly HeaderRule[],
  change: (policy: string) => string,
): HeaderRule[] =>
  rules.map(({ source, headers }) => ({
    source,
    headers: headers.map(({ key, value }) => ({
      key,
      value: key.toLowerCase() === 'content-security-policy' ? change(value) : value,
    })),
  }));

export const addSources = (policy: string, added: Readonly<Record<string, string>>): string =>
  policy
    .split(';')
    .map((directive) => directive.trim())
    .filter(Boolean)
    .map((directive) => {
      const more = added[directive.split(' ', 1)[0] ?? ''];
      return more === undefined ? directive : `${directive} ${more}`;
    })
    .join('; ');

/** Folders of a built site whose file names all contain a content hash. */
const fingerprinted = ['portal/assets', '_astro'];

const kept = [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }];

const isPlain = (name: string): boolean => /^[\w.-]+$/.test(name);

/**
 * Adds headers that let browsers cache hashed files permanently. Hosting sets headers by the requested
 * address, whether the file exists or not. A rule for a whole folder would cache 'Not found' for a year, so
 * the rules name existing files.
 *
 * @param files every file of the site, relative to it
 */
export function keepFingerprinted<Config extends HostingConfig>(
  config: Config,
  files: Iterable<string>,
): Config {
  const names = new Map<string, string[]>(fingerprinted.map((folder) => [folder, []]));
  for (const file of files) {
    const slash = file.lastIndexOf('/');
    const name = file.slice(slash + 1);
    if (isPlain(name)) names.get(file.slice(0, slash))?.push(name);
  }
  const rules = [...names]
    .filter(([, found]) => found.length > 0)
    .map(([folder, found]) => ({
      source: `/${folder}/@(${found.sort().join('|')})`,
      headers: kept,
    }));
  return { ...config, headers: [...config.headers, ...rules] };
}

export interface OwnServices {
  readonly projectId: string;
  readonly databaseUrl: string;
}

/**
 * Narrows the content security policies to the deployment's own functions and its database's domain. The
 * database redirects clients to hosts of that domain that only it knows.
 *
 * @throws Error if the address is not one of the Realtime Database
 */
export function ownServicesOnly<Config extends HostingConfig>(
  config: Config,
  { projectId, databaseUrl }: OwnServices,
): Config {
  const domain = /^https:\/\/[\w-]+\.(firebaseio\.com|[\w-]+\.firebasedatabase\.app)\/?$/.exec(
    databaseUrl,
  )?.[1];
  if (!domain) throw new Error(`${databaseUrl} is no address of a Realtime Database.`);
  const own = (address: string): string[] => {
    if (address === 'https://*.cloudfunctions.net') {
      return [`https://${functionsRegion}-${projectId}.cloudfunctions.net`];
    }
    const scheme = /^(https|wss):\/\/\*\.(firebaseio\.com|firebasedatabase\.app)$/.exec(address);
    if (!scheme) return [address];
    return domain.endsWith(scheme[2] ?? '') ? [`${scheme[1]}://*.${domain}`] : [];
  };
  const narrowed = (policy: string): string =>
    policy
      .split('; ')
      .map((directive) => directive.split(' ').flatMap(own).join(' '))
      .join('; ');
  return { ...config, headers: withPolicies(config.headers, narrowed) };
}
