import { fromJson } from '../../rules/from-json.ts';
import { Ruleset } from '../../rules/ruleset.ts';
import type { Method } from '../../rules/syntax.ts';
import { Path, Timestamp, type Value } from '../../rules/values.ts';
import { projectOf } from '../http/request.ts';
import { etagOf, type StoredObject, TOKENS_KEY } from '../objects/stored-object.ts';
import { Documents } from './documents.ts';

/** Someone wants to do something with an object, or list what is under a name. */
export interface Access {
  readonly method: Method;
  readonly bucket: string;
  readonly name: string;
  /** The object as it is; absent when there is none. */
  readonly before?: Omit<StoredObject, 'blob'> | undefined;
  /** The object as it would become. */
  readonly after?: Omit<StoredObject, 'blob'> | undefined;
  readonly auth: Readonly<Record<string, unknown>> | null;
  /** Milliseconds. */
  readonly time: number;
}

/** Without a rules file no one but an admin may do anything. */
const LOCKED = "rules_version = '2'; service firebase.storage { match /b/{bucket}/o {} }";

/** The project's rules for storage, for every bucket. */
export class AccessRules {
  readonly #firestoreHost: string | undefined;
  #ruleset: Ruleset;

  /** Throws InvalidRules for a text that is not a rules file. */
  constructor({
    text = LOCKED,
    firestoreHost,
  }: { text?: string | undefined; firestoreHost?: string | undefined }) {
    this.#firestoreHost = firestoreHost;
    this.#ruleset = new Ruleset(text);
  }

  /** Throws InvalidRules, having changed nothing. */
  set(text: string): void {
    this.#ruleset = new Ruleset(text);
  }

  /** Conditions of the rules that were not yet seen both to hold and to refuse: `line:column`. */
  halfTested(): string[] {
    return this.#ruleset.halfTested();
  }

  async allow(access: Access): Promise<boolean> {
    const { method, bucket, name, before, after } = access;
    const path = ['b', bucket, 'o', ...(name === '' ? [] : name.split('/'))];
    const request = new Map<string, Value>([
      ['auth', authOf(access)],
      ['method', method],
      ['path', new Path(path)],
      ['time', timestamp(access.time)],
      ['resource', resourceOf(after)],
    ]);
    const question = { method, path, request, resource: resourceOf(before) };
    const ruleset = this.#ruleset;
    const documents = new Documents(this.#firestoreHost, projectOf(bucket));
    return documents.compute((find) => ruleset.allows(question, find));
  }
}

function authOf({ auth }: Access): Value {
  if (!auth) return null;
  return new Map<string, Value>([
    ['uid', fromJson(auth.uid)],
    ['token', fromJson(auth.token)],
  ]);
}

/** `resource` and `request.resource`; a field the object does not have cannot be asked for. */
function resourceOf(object: Access['before']): Value {
  if (!object) return null;
  const { [TOKENS_KEY]: _tokens, ...custom } = object.metadata;
  const texts = [
    'name',
    'bucket',
    'md5Hash',
    'crc32c',
    'contentType',
    'contentDisposition',
    'contentEncoding',
    'contentLanguage',
    'cacheControl',
  ] as const;
  const given = texts.flatMap((field): [string, Value][] => {
    const value = object[field];
    return value === undefined ? [] : [[field, value]];
  });
  return new Map<string, Value>([
    ...given,
    ['size', BigInt(object.size)],
    ['generation', BigInt(object.generation)],
    ['metageneration', BigInt(object.metageneration)],
    ['etag', etagOf({ ...object, blob: '' })],
    ['timeCreated', timestamp(Date.parse(object.timeCreated))],
    ['updated', timestamp(Date.parse(object.updated))],
    ['metadata', fromJson(custom)],
  ]);
}

const timestamp = (millis: number): Timestamp => new Timestamp(BigInt(millis) * 1_000_000n);
