import { isRecord } from './tolerant.ts';

interface LocalAddresses {
  readonly auth?: string;
  readonly firestore?: string;
  readonly functions?: string;
  readonly storage?: string;
  /** The exchange of debug tokens for App Check tokens; absent while App Check is off. */
  readonly appCheck?: { readonly url: string; readonly debugToken: string };
}

/** The content of `/__/firebase/init.json`: addresses and keys at run time. The local stack adds `local`. */
export interface InitConfig {
  readonly apiKey: string;
  readonly projectId: string;
  readonly databaseURL: string;
  readonly authDomain?: string;
  readonly storageBucket?: string;
  readonly appId?: string;
  readonly messagingSenderId?: string;
  readonly local?: LocalAddresses;
}

type Test = (value: unknown) => boolean;

const text: Test = (value) => typeof value === 'string';
const address: Test = (value) => typeof value === 'string' && /^https?:\/\/[^\s/]+/.test(value);
const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);

const needed = { apiKey: text, projectId: text, databaseURL: text };
const extra = ['authDomain', 'storageBucket', 'appId', 'messagingSenderId'];
const addresses = ['auth', 'firestore', 'functions', 'storage'];

const testAll = (names: readonly string[], test: Test): Record<string, Test> =>
  Object.fromEntries(names.map((name) => [name, optional(test)]));

function wrongFields(value: unknown, tests: Record<string, Test>, of = ''): string[] {
  if (!isRecord(value)) return [of || 'the whole file'];
  return Object.entries(tests).flatMap(([name, test]) =>
    test(value[name]) ? [] : [of ? `${of}.${name}` : name],
  );
}

/** Lists the wrong fields of an `init.json`. A schema library would use 4 of the 130 KB that a login may load. */
export function wrongInConfig(value: unknown): string[] {
  const own = wrongFields(value, { ...needed, ...testAll(extra, text) });
  const local = isRecord(value) ? value.local : undefined;
  if (local === undefined) return own;
  const check = isRecord(local) ? local.appCheck : undefined;
  return [
    ...own,
    ...wrongFields(local, testAll(addresses, address), 'local'),
    ...(check === undefined
      ? []
      : wrongFields(check, { url: address, debugToken: text }, 'local.appCheck')),
  ];
}
