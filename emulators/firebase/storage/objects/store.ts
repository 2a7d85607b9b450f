import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type StoredObject, storedObjectSchema } from './stored-object.ts';

const OBJECTS = 'objects';
const BLOBS = 'blobs';
const UPLOADS = 'uploads';

/**
 * A folder of objects, with a metadata file and a bytes file each. Files are never changed in
 * place: a new version is a new file, renamed over the old one. So hard links suffice to save and
 * restore everything.
 */
export class ObjectStore {
  readonly #dir: string;
  readonly #buckets = new Map<string, Map<string, StoredObject>>();
  #changes = 0;

  /** Opens or creates the folder. @throws when its content cannot be read */
  constructor(dir: string) {
    this.#dir = dir;
    for (const name of [OBJECTS, BLOBS, UPLOADS]) mkdirSync(join(dir, name), { recursive: true });
    for (const object of readObjects(dir)) this.#bucket(object.bucket).set(object.name, object);
  }

  get changes(): number {
    return this.#changes;
  }

  find(bucket: string, name: string): StoredObject | undefined {
    return this.#buckets.get(bucket)?.get(name);
  }

  list(bucket: string): StoredObject[] {
    const objects = [...(this.#buckets.get(bucket)?.values() ?? [])];
    return objects.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Returns the path for a new upload; `put` takes the file over. */
  newUploadPath(): string {
    return join(this.#dir, UPLOADS, randomUUID());
  }

  blobPath({ blob }: StoredObject): string {
    return join(this.#dir, BLOBS, blob);
  }

  put(object: Omit<StoredObject, 'blob'>, upload: string): StoredObject {
    const stored = { ...object, blob: randomUUID() };
    renameSync(upload, this.blobPath(stored));
    return this.#replace(stored);
  }

  /** Stores an object with the bytes of another: both share the file, which never changes. */
  copy(object: Omit<StoredObject, 'blob'>, source: StoredObject): StoredObject {
    const stored = { ...object, blob: randomUUID() };
    linkOrCopy(this.blobPath(source), this.blobPath(stored));
    return this.#replace(stored);
  }

  update(object: StoredObject): StoredObject {
    return this.#replace(object);
  }

  remove(object: StoredObject): void {
    rmSync(this.#objectPath(object));
    rmSync(this.blobPath(object), { force: true });
    this.#bucket(object.bucket).delete(object.name);
    this.#changes += 1;
  }

  save(dir: string): void {
    cloneStore(this.#dir, dir);
  }

  #replace(object: StoredObject): StoredObject {
    const before = this.find(object.bucket, object.name);
    writeWhole(this.#objectPath(object), JSON.stringify(object));
    this.#bucket(object.bucket).set(object.name, object);
    // A reader of the old bytes has the file open and reads it to the end.
    if (before && before.blob !== object.blob) rmSync(this.blobPath(before), { force: true });
    this.#changes += 1;
    return object;
  }

  #objectPath({ bucket, name }: StoredObject): string {
    const key = createHash('sha256').update(`${bucket}/${name}`).digest('hex');
    return join(this.#dir, OBJECTS, `${key}.json`);
  }

  #bucket(name: string): Map<string, StoredObject> {
    const bucket = this.#buckets.get(name) ?? new Map<string, StoredObject>();
    this.#buckets.set(name, bucket);
    return bucket;
  }
}

export function cloneStore(from: string, to: string): void {
  for (const folder of [OBJECTS, BLOBS]) {
    mkdirSync(join(to, folder), { recursive: true });
    for (const name of readdirSync(join(from, folder))) {
      linkOrCopy(join(from, folder, name), join(to, folder, name));
    }
  }
}

function readObjects(dir: string): StoredObject[] {
  return readdirSync(join(dir, OBJECTS))
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const path = join(dir, OBJECTS, name);
      try {
        const object = v.parse(storedObjectSchema, JSON.parse(readFileSync(path, 'utf8')));
        if (existsSync(join(dir, BLOBS, object.blob))) return object;
        throw new Error(`its bytes (${object.blob}) are missing`);
      } catch (error) {
        throw new Error(`${path} is not an object of the local Cloud Storage: ${String(error)}`);
      }
    });
}

function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.part`, text, { flush: true });
  renameSync(`${path}.part`, path);
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
    const file = openSync(to, 'r');
    fsyncSync(file);
    closeSync(file);
  }
}
