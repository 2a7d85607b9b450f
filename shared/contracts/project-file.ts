import * as v from 'valibot';
import { parseAppCheckKey } from './app-check-key.ts';

const text = v.string('has to be text, in quotes');

const sender = /^([^<>@]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;
const policyLine = /^(witness|group|quorum) \S/;

/** The settings of a project, `deploy/production.json` (N-LCH-02). The file is committed and contains no secrets. */
const schema = v.strictObject({
  project: v.pipe(text, v.regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/, 'is not the id of a project')),
  number: v.pipe(text, v.regex(/^\d{6,}$/, 'is not the number of a project')),
  /** The site's host, without https://. */
  domain: v.pipe(text, v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'is not a domain')),
  /** The name of the public log, `<host>/data/v1/tlog`, which never changes: set it when the domain changes. */
  publicLogOrigin: v.exactOptional(
    v.pipe(text, v.regex(/^[a-z0-9.:-]+\/data\/v1\/tlog$/, 'is not <host>/data/v1/tlog')),
  ),
  /**
   * The sender of all e-mail, `Name <address>`, at a domain verified by the mail provider. Without it nothing
   * is sent.
   */
  mailFrom: v.exactOptional(v.pipe(text, v.regex(sender, 'is not an address, or Name <address>'))),
  repository: v.pipe(text, v.regex(/^[\w.-]+\/[\w.-]+$/, 'is not owner/name')),
  /** The bucket, if it is not `<project>.firebasestorage.app`. */
  bucket: v.exactOptional(text),
  /** The database, if it is not the project's default Realtime Database in the United States. */
  databaseUrl: v.exactOptional(v.pipe(text, v.url('is not an address'))),
  appCheck: v.pipe(
    v.strictObject({
      mode: v.picklist(['off', 'observe', 'enforce'], 'is not one of off, observe, enforce'),
      siteKey: v.pipe(text, v.check(isKey, 'is not enterprise:<key> or v3:<key>')),
    }),
    v.check(
      ({ mode, siteKey }) => mode === 'off' || siteKey !== '',
      'needs a siteKey for its mode: without one nobody would be let in',
    ),
  ),
  fixedUsers: v.array(v.pipe(text, v.regex(/^[\w-]{1,128}$/, 'is not a uid'))),
  witnesses: v.array(v.pipe(text, v.regex(policyLine, 'is not a line of a policy'))),
  processors: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

function isKey(text: string): boolean {
  try {
    parseAppCheckKey(text);
    return true;
  } catch {
    return false;
  }
}

export type ProjectFile = v.InferOutput<typeof schema>;

const isExample = (text: string): boolean =>
  /^your-|@your-|\byour-domain|\.example\b|^0+$/.test(text);

/**
 * Reads a project file.
 *
 * @throws Error with every key that is missing, unknown or wrong
 */
export function parseProjectFile(text: string, name: string): ProjectFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const problems = parsed.issues.map((issue) => {
    const key = v.getDotPath(issue) ?? 'it';
    if (issue.type === 'strict_object') {
      return issue.expected === 'never' ? `${key} is no setting` : `${key} is missing`;
    }
    return `${key} ${issue.message}`;
  });
  throw new Error(`${name}: ${problems.join('; ')}.`);
}

/** Lists the settings that are still the example's; they block a deployment. */
export function exampleSettings(file: ProjectFile): string[] {
  return Object.entries(file).flatMap(([key, value]) =>
    typeof value === 'string' && isExample(value) ? [key] : [],
  );
}

export const siteUrlOf = ({ domain }: ProjectFile): string => `https://${domain}`;

export const bucketOf = ({ project, bucket }: ProjectFile): string =>
  bucket ?? `${project}.firebasestorage.app`;

export const databaseUrlOf = ({ project, databaseUrl }: ProjectFile): string =>
  databaseUrl ?? `https://${project}-default-rtdb.firebaseio.com`;

export const functionsAccountOf = ({ project }: ProjectFile): string =>
  `functions@${project}.iam.gserviceaccount.com`;

export const rebuildAccountOf = ({ project }: ProjectFile): string =>
  `rebuild@${project}.iam.gserviceaccount.com`;

/** Returns the provider through which the repository's workflows sign in without a key. */
export const workloadIdentityOf = ({ number }: ProjectFile): string =>
  `projects/${number}/locations/global/workloadIdentityPools/github/providers/github`;

/** Returns the environment of the functions, without secrets. */
export const functionsVariables = (file: ProjectFile): Record<string, string> => ({
  SITE_URL: siteUrlOf(file),
  PUBLIC_LOG_ORIGIN: file.publicLogOrigin ?? `${file.domain}/data/v1/tlog`,
  REBUILD_URL: `https://api.github.com/repos/${file.repository}/dispatches`,
  APP_CHECK: file.appCheck.mode,
  ...(file.mailFrom === undefined ? {} : { MAIL_FROM: file.mailFrom }),
});

export const buildVariables = (file: ProjectFile): Record<string, string> => ({
  ...functionsVariables(file),
  GOOGLE_CLOUD_PROJECT: file.project,
  GCLOUD_PROJECT: file.project,
  DATABASE_URL: databaseUrlOf(file),
  STORAGE_BUCKET: bucketOf(file),
  FIREBASE_CONFIG: JSON.stringify({
    databaseURL: databaseUrlOf(file),
    storageBucket: bucketOf(file),
  }),
  APP_CHECK_SITE_KEY: file.appCheck.siteKey,
  FIXED_USER_IDS: file.fixedUsers.join(),
  PUBLIC_LOG_WITNESSES: file.witnesses.join('\n'),
});
