import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Identity } from '../identity.ts';
import { type ListQuery, listPage, type Page } from './objects/list.ts';
import type { Settings } from './objects/settings.ts';
import type { ObjectStore } from './objects/store.ts';
import {
  applySettings,
  downloadTokens,
  type StoredObject,
  TOKENS_KEY,
} from './objects/stored-object.ts';
import { badRequest, denied, notFound, preconditionFailed } from './refusal.ts';
import type { Access, AccessRules } from './rules/access.ts';
import type { Received } from './uploads/upload-file.ts';

export interface Place {
  readonly bucket: string;
  readonly name: string;
}

/** The generation that a caller expects; 0 means no object. */
export type ExpectedGeneration = number | undefined;

interface StorageOptions {
  readonly store: ObjectStore;
  readonly rules: AccessRules;
  /** Milliseconds. */
  readonly now: () => number;
}

/** The operations on objects, subject to the rules; an admin bypasses them. */
export class Storage {
  readonly store: ObjectStore;
  readonly rules: AccessRules;
  readonly now: () => number;
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor({ store, rules, now }: StorageOptions) {
    this.store = store;
    this.rules = rules;
    this.now = now;
  }

  /** Reads an object. One of its download tokens is sufficient permission. */
  async get(place: Place, who: Identity, token?: string | null): Promise<StoredObject> {
    const object = this.store.find(place.bucket, place.name);
    if (!(object && token && downloadTokens(object).includes(token))) {
      await this.#require({ method: 'get', ...place, before: object }, who);
    }
    return object ?? this.#missing(place);
  }

  async getBytes(place: Place, who: Identity, token?: string | null) {
    const object = await this.get(place, who, token);
    return { object, path: this.store.blobPath(object) };
  }

  /** Reads an object like `get`, and makes its first download token if it has none. */
  async getWithToken(place: Place, who: Identity): Promise<StoredObject> {
    const object = await this.get(place, who);
    if (downloadTokens(object).length > 0) return object;
    const metadata = { ...object.metadata, [TOKENS_KEY]: randomUUID() };
    return this.store.update({ ...object, metadata });
  }

  async list(bucket: string, query: ListQuery, who: Identity): Promise<Page> {
    await this.#require({ method: 'list', bucket, name: query.prefix.replace(/\/$/, '') }, who);
    return listPage(this.store.list(bucket), query);
  }

  /** Makes an object from received bytes. @throws a refusal before anything is stored */
  create(
    place: Place,
    { settings, received }: { settings: Settings; received: Received },
    who: Identity,
    expected?: ExpectedGeneration,
  ): Promise<StoredObject> {
    requireIntact(settings, received);
    return this.#inTurn(place, async () => {
      const before = this.store.find(place.bucket, place.name);
      requireGeneration(before, expected);
      const { path, ...bytes } = received;
      const object = {
        ...this.#newVersion(place, before),
        ...bytes,
        ...applySettings({ metadata: {} }, who.isAdmin ? settings : asClient(place, settings)),
      };
      await this.#require({ method: 'create', ...place, before, after: object }, who);
      return this.store.put(object, path);
    });
  }

  update(
    place: Place,
    settings: Settings,
    who: Identity,
    expected?: ExpectedGeneration,
  ): Promise<StoredObject> {
    return this.#inTurn(place, async () => {
      const before = this.store.find(place.bucket, place.name);
      const after = before && {
        ...withoutSettings(before),
        ...applySettings(before, who.isAdmin ? settings : withoutTokens(settings)),
        metageneration: before.metageneration + 1,
        updated: new Date(this.now()).toISOString(),
      };
      await this.#require({ method: 'update', ...place, before, after }, who);
      requireGeneration(before, expected);
      return after ? this.store.update(after) : this.#missing(place);
    });
  }

  remove(place: Place, who: Identity, expected?: ExpectedGeneration): Promise<void> {
    return this.#inTurn(place, async () => {
      const before = this.store.find(place.bucket, place.name);
      await this.#require({ method: 'delete', ...place, before }, who);
      requireGeneration(before, expected);
      this.store.remove(before ?? this.#missing(place));
    });
  }

  /**
   * Copies an object with its metadata; for admins. If there are any `settings`, they replace the
   * metadata; only the type of the source remains if they have none.
   */
  copy(
    from: Place,
    to: Place,
    settings: Settings,
    expected?: ExpectedGeneration,
  ): Promise<StoredObject> {
    return this.#inTurn(to, async () => {
      const source = this.store.find(from.bucket, from.name) ?? this.#missing(from);
      const before = this.store.find(to.bucket, to.name);
      requireGeneration(before, expected);
      const { size, md5Hash, crc32c } = source;
      const copied = isEmpty(settings) ? applySettings(source, {}) : replaced(source, settings);
      const object = { ...this.#newVersion(to, before), size, md5Hash, crc32c, ...copied };
      return this.store.copy(object, source);
    });
  }

  #newVersion({ bucket, name }: Place, before: StoredObject | undefined) {
    const time = new Date(this.now()).toISOString();
    const generation = Math.max(this.now() * 1000, (before?.generation ?? 0) + 1);
    return { bucket, name, generation, metageneration: 1, timeCreated: time, updated: time };
  }

  async #require(access: Omit<Access, 'auth' | 'time'>, { isAdmin, auth }: Identity) {
    if (isAdmin) return;
    const question = { ...access, auth, time: this.now() };
    if (!(await this.rules.allow(question))) throw denied();
  }

  #missing({ bucket, name }: Place): never {
    throw notFound(`object: ${bucket}/${name}`);
  }

  /**
   * Runs the writes of an object one after another, so that the state the rules checked is still
   * current.
   */
  #inTurn<T>({ bucket, name }: Place, work: () => Promise<T>): Promise<T> {
    const key = `${bucket}/${name}`;
    const done = (this.#turns.get(key) ?? Promise.resolve()).then(work);
    const turn = done
      .catch(() => {})
      .finally(() => {
        if (this.#turns.get(key) === turn) this.#turns.delete(key);
      });
    this.#turns.set(key, turn);
    return done;
  }
}

const isEmpty = (settings: Settings): boolean =>
  Object.values(settings).every((value) => value === undefined);

/** Applies a copy's own settings; custom values removed by them are kept as empty strings. */
function replaced({ contentType }: StoredObject, settings: Settings) {
  const custom = Object.entries(settings.metadata ?? {}).map(([key, value]) => [key, value ?? '']);
  const type = contentType === undefined ? {} : { contentType };
  return applySettings(
    { ...type, metadata: {} },
    { ...settings, metadata: Object.fromEntries(custom) },
  );
}

function requireIntact(settings: Settings, received: Received): void {
  for (const hash of ['md5Hash', 'crc32c'] as const) {
    if (settings[hash] && settings[hash] !== received[hash]) {
      throw badRequest(`Provided ${hash} "${settings[hash]}" doesn't match "${received[hash]}"`);
    }
  }
}

function requireGeneration(object: StoredObject | undefined, expected: ExpectedGeneration): void {
  if (expected !== undefined && (object?.generation ?? 0) !== expected) throw preconditionFailed();
}

/** Adds production's defaults for app uploads: a file name for saving, and a download token. */
function asClient({ name }: Place, settings: Settings): Settings {
  const saved = encodeURIComponent(basename(name)).replace(/['()*]/g, (letter) => {
    return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return {
    ...settings,
    contentDisposition: settings.contentDisposition ?? `inline; filename*=utf-8''${saved}`,
    metadata: { ...settings.metadata, [TOKENS_KEY]: randomUUID() },
  };
}

/** Removes download tokens from settings, because apps may not change them. */
function withoutTokens(settings: Settings): Settings {
  if (settings.metadata === undefined) return settings;
  const { [TOKENS_KEY]: _token, ...metadata } = settings.metadata ?? {};
  return { ...settings, metadata };
}

function withoutSettings(object: StoredObject): Omit<StoredObject, 'metadata'> {
  const { contentType, contentDisposition, contentEncoding, contentLanguage, ...rest } = object;
  const { cacheControl, metadata, ...facts } = rest;
  return facts;
}
