import { fromJson } from '../../rules/from-json.ts';
import { Ruleset } from '../../rules/ruleset.ts';
import type { Method } from '../../rules/syntax.ts';
import { Path, Timestamp, type Value } from '../../rules/values.ts';
import { projectOf } from '../http/request.ts';
import { etagOf, type StoredObject, TOKENS_KEY } from '../objects/stored-object.ts';
import { Documents } from './documents.ts';

export interface Access {
  readonly method: Method;
  readonly bucket: string;
  readonly name: string;
  readonly before?: Omit<StoredObject, 'blob'> | undefined;
  readonly after?: Omit<StoredObject, 'blob'> | undefined;
  readonly auth: Readonly<Record<string, unknown>> | null;
  /** Milliseconds. */
  readonly time: number;
}

/** Rules for a start without a rules file: only admins have access. */
const LOCKED = "rules_version = '2'; service firebase.storage { match /b/{bucket}/o {} }";

export class AccessRules {
  readonly #firestoreHost: string | undefined;
  #ruleset: Ruleset;

  /** @throws InvalidRules for a text that is not a rules file */
  constructor({
    text = LOCKED,
    firestoreHost,
  }: { text?: string | undefined; firestoreHost?: string | undefined }) {
    this.#firestoreHost = firestoreHost;
    this.#ruleset = new Ruleset(text);
  }

  /** @throws InvalidRules before any change */
  set(text: string): void {
    this.#ruleset = new Ruleset(text);
  }

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

/** Makes `resource` or `request.resource`; a field that the object lacks cannot be read. */
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
