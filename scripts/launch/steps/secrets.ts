import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { readProject } from '../../lib/project-files.ts';
import { makeGoogle } from '../google.ts';
import { isKnownToResend, isKnownToStripe } from '../keys.ts';
import type { Lack, Opening, Step } from '../step.ts';

const newKey = (): string => randomBytes(32).toString('hex');

interface Secret {
  readonly name: string;
  /** Generates a value; without it, a person is asked. */
  readonly make?: () => string;
  readonly what: string;
  readonly form: RegExp;
  /** Whether the service accepts the value; undefined if that cannot be checked. */
  readonly isKnown?: (opening: Opening, value: string) => Promise<boolean>;
}

/**
 * The secrets of the functions that are asked for or generated; Stripe issues one more (stripe.ts).
 */
export const secretsOfFunctions: readonly Secret[] = [
  {
    name: 'STRIPE_SECRET_KEY',
    what: "Stripe's secret key, which begins with sk_ or rk_",
    form: /^(sk|rk)_(test|live)_\w+$/,
    isKnown: ({ stripe }, key) => isKnownToStripe(stripe(key)),
  },
  {
    name: 'MAIL_API_KEY',
    what: "Resend's key, which begins with re_",
    form: /^re_\w+$/,
    isKnown: async ({ file }, key) => file.mailFrom === undefined || (await isKnownToResend(key)),
  },
  {
    name: 'REBUILD_TOKEN',
    what: 'a GitHub token that may write to the contents of the repository, or none',
    form: /^(none|gh[a-z]_\w+|github_pat_\w+)$/,
  },
  {
    name: 'PUBLIC_LOG_KEY',
    what: 'the key of the public log',
    form: /^[0-9a-f]{64}(,[0-9a-f]{64})?$/,
    make: newKey,
  },
  {
    name: 'MAIL_LINK_KEY',
    what: 'the key of links in e-mails',
    form: /^[0-9a-f]{64}$/,
    make: newKey,
  },
];

const versions = v.object({ state: v.optional(v.string(), '') });
const secretSchema = v.looseObject({ name: v.string() });
const valueSchema = v.object({ payload: v.object({ data: v.string() }) });

const secretsOf = ({ project }: Opening['file']): string => `v1/projects/${project}/secrets`;

export async function readSecret(
  { google, file }: Pick<Opening, 'google' | 'file'>,
  name: string,
): Promise<string | undefined> {
  const path = `${secretsOf(file)}/${name}/versions/latest:access`;
  const found = await google.find(valueSchema, 'secretmanager', path);
  return found && Buffer.from(found.payload.data, 'base64').toString();
}

export async function keepSecret(
  { google, file }: Opening,
  name: string,
  value: string,
): Promise<void> {
  const all = secretsOf(file);
  if (!(await google.find(secretSchema, 'secretmanager', `${all}/${name}`))) {
    const replication = { automatic: {} };
    await google.change('POST', 'secretmanager', `${all}?secretId=${name}`, { replication });
  }
  const data = Buffer.from(value).toString('base64');
  await google.change('POST', 'secretmanager', `${all}/${name}:addVersion`, { payload: { data } });
}

/** Stores a secret of the right form that its service accepts. @throws Error for any other value */
async function keepAsked(opening: Opening, secret: Secret, value: string) {
  const { name, what, form, isKnown } = secret;
  if (!form.test(value)) throw new Error(`That is not ${what}. Nothing was saved.`);
  if (isKnown && !(await isKnown(opening, value))) {
    throw new Error(`${name} was refused by its service: is it complete? Nothing was saved.`);
  }
  await keepSecret(opening, name, value);
}

export async function askAgain(opening: Opening, name: string): Promise<void> {
  const asked = secretsOfFunctions.filter(({ make }) => !make);
  const secret = asked.find((one) => one.name === name);
  if (!secret) {
    const names = asked.map((one) => one.name).join(', ');
    throw new Error(`${name} is not a secret that you can enter. These are: ${names}.`);
  }
  await keepAsked(opening, secret, (await opening.askSecret(name, secret.what)).trim());
}

/**
 * Loads the secrets of a project into this process, like its functions have them. They stay in
 * memory.
 *
 * @param name of the project's file
 */
export async function loadSecrets(name: string): Promise<void> {
  const file = readProject(name);
  const opening = { google: makeGoogle(file), file };
  for (const secret of secretsOfFunctions) {
    const value = await readSecret(opening, secret.name);
    if (value !== undefined) process.env[secret.name] = value;
  }
}

async function lackOf(opening: Opening, secret: Secret): Promise<Lack[]> {
  const { google, file, askSecret } = opening;
  const { name, what, make, form } = secret;
  const one = `${secretsOf(file)}/${name}`;
  const found = await google.find(secretSchema, 'secretmanager', one);
  const own = found
    ? await google.list(
        versions,
        'versions',
        'secretmanager',
        `${one}/versions?filter=state:ENABLED`,
      )
    : [];
  const mend = async () => {
    const value = make ? make() : (await askSecret(name, what)).trim();
    await keepAsked(opening, secret, value);
  };
  if (own.length === 0) return [{ what: `no secret ${name}: ${what}`, mend }];
  const value = (await readSecret(opening, name)) ?? '';
  if (form.test(value)) return [];
  // Replacing a generated key would invalidate its signatures, so a person must decide.
  return [{ what: `${name} is not ${what}`, ...(make ? {} : { mend }) }];
}

export const secrets: Step = {
  name: 'secrets',
  async look(opening) {
    const lacks = [];
    for (const secret of secretsOfFunctions) lacks.push(...(await lackOf(opening, secret)));
    return lacks;
  },
};
