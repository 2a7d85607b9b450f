import { isRecord } from './tolerant.ts';

/** Addresses of the local stack, each like http://127.0.0.1:9099. */
interface LocalAddresses {
  readonly auth?: string;
  readonly firestore?: string;
  readonly functions?: string;
  readonly storage?: string;
  /** Where a debug token is exchanged for one of App Check; absent while that is off. */
  readonly appCheck?: { readonly url: string; readonly debugToken: string };
}

/**
 * `/__/firebase/init.json`: addresses and keys at run time, so that one build runs anywhere.
 * Firebase Hosting serves it in production; the local stack serves the same with `local` added.
 */
export interface InitConfig {
  readonly apiKey: string;
  readonly projectId: string;
  readonly databaseURL: string;
  readonly authDomain?: string;
  readonly storageBucket?: string;
  readonly appId?: string;
  readonly messagingSenderId?: string;
  /** Absent in production. */
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

const testsOf = (names: readonly string[], test: Test): Record<string, Test> =>
  Object.fromEntries(names.map((name) => [name, optional(test)]));

/** The fields of a value that are not as the tests want them; the value itself if it has no fields. */
function wrongFields(value: unknown, tests: Record<string, Test>, of = ''): string[] {
  if (!isRecord(value)) return [of || 'the whole file'];
  return Object.entries(tests).flatMap(([name, test]) =>
    test(value[name]) ? [] : [of ? `${of}.${name}` : name],
  );
}

/**
 * What is wrong with the content of an `init.json`, by the names of its fields; nothing when it can be
 * used as an `InitConfig`. Without a schema library: this is all that a login needs one for, and the
 * library would be 4 of the 130 KB it may load.
 */
export function wrongInConfig(value: unknown): string[] {
  const own = wrongFields(value, { ...needed, ...testsOf(extra, text) });
  const local = isRecord(value) ? value.local : undefined;
  if (local === undefined) return own;
  const check = isRecord(local) ? local.appCheck : undefined;
  return [
    ...own,
    ...wrongFields(local, testsOf(addresses, address), 'local'),
    ...(check === undefined
      ? []
      : wrongFields(check, { url: address, debugToken: text }, 'local.appCheck')),
  ];
}
