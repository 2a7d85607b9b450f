import { invalidParam, notImplemented } from './errors.ts';
import type { FormTree } from './form.ts';

type Raw = FormTree | string | undefined;

/** A reader of one parameter; `path` is its name in Stripe's notation, for error messages. */
export type Reader<T> = (raw: Raw, path: string) => T;

export type Fields<S extends Record<string, Reader<unknown>>> = {
  [K in keyof S]: ReturnType<S[K]>;
};

/** Reads a nested object with exactly these keys; refuses any other as "not implemented". */
export function fields<S extends Record<string, Reader<unknown>>>(shape: S): Reader<Fields<S>> {
  return (raw, path) => {
    const tree = branch(raw ?? {}, path);
    for (const key of Object.keys(tree)) {
      const name = childPath(path, key);
      if (!Object.hasOwn(shape, key)) throw notImplemented(`the parameter '${name}'`, name);
    }
    const entries = Object.entries(shape).map(([key, read]) => [
      key,
      read(tree[key], childPath(path, key)),
    ]);
    return Object.fromEntries(entries) as Fields<S>;
  };
}

export function maybe<T>(read: Reader<T>): Reader<T | undefined> {
  return (raw, path) => (raw === undefined ? undefined : read(raw, path));
}

/** Reads text of 1 to `max` characters. */
export function text(max = 5000): Reader<string> {
  return (raw, path) => {
    const value = leaf(raw, path);
    if (value === '') throw invalidParam(path, emptyMessage(path), 'parameter_invalid_empty');
    if (value.length > max) {
      throw invalidParam(path, `Invalid string: must be at most ${max} characters`);
    }
    return value;
  };
}

export function address(): Reader<string> {
  return (raw, path) => {
    const value = text()(raw, path);
    const probe = value.replaceAll('{CHECKOUT_SESSION_ID}', 'id');
    if (!URL.canParse(probe) || !/^https?:$/.test(new URL(probe).protocol)) {
      throw invalidParam(path, 'Not a valid URL', 'url_invalid');
    }
    return value;
  };
}

export function whole(min = 0): Reader<number> {
  return (raw, path) => {
    const value = leaf(raw, path);
    const number = Number(value);
    if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(number)) {
      throw invalidParam(path, `Invalid integer: ${value}`, 'parameter_invalid_integer');
    }
    if (number < min) {
      throw invalidParam(
        path,
        `This value must be greater than or equal to ${min}.`,
        'parameter_invalid_integer',
      );
    }
    return number;
  };
}

export const flag: Reader<boolean> = (raw, path) => {
  const value = leaf(raw, path);
  if (value !== 'true' && value !== 'false') {
    throw invalidParam(path, `Invalid boolean: ${value}`);
  }
  return value === 'true';
};

/** Reads one of the values this emulator implements; refuses any other as "not implemented". */
export function oneOf<const V extends string>(...values: V[]): Reader<V> {
  return (raw, path) => {
    const value = leaf(raw, path);
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) {
      throw notImplemented(`'${value}' for '${path}' (only: ${values.join(', ')})`, path);
    }
    return found;
  };
}

/** Reads a list of 1 to `max` items. */
export function list<T>(read: Reader<T>, max = 100): Reader<T[]> {
  return (raw, path) => {
    if (raw === undefined) throw missing(path);
    const tree = branch(raw, path);
    const keys = Object.keys(tree);
    if (keys.some((key) => !/^\d+$/.test(key))) throw invalidParam(path, 'Invalid array');
    if (keys.length > max) throw invalidParam(path, `Array must have at most ${max} items`);
    return keys.map((key) => read(tree[key], `${path}[${key}]`));
  };
}

/**
 * Reads metadata: at most 50 keys of 40 characters, values of 500; an empty value removes the key.
 */
export const metadata: Reader<Record<string, string>> = (raw, path) => {
  if (raw === undefined || raw === '') return {};
  const tree = branch(raw, path);
  const entries = Object.entries(tree);
  if (entries.length > 50) throw invalidParam(path, 'Metadata can have at most 50 keys.');
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (key.length > 40) throw invalidParam(path, 'Metadata keys can have up to 40 characters.');
      const content = leaf(value, `${path}[${key}]`);
      if (content.length > 500) {
        throw invalidParam(
          `${path}[${key}]`,
          `Metadata values can have up to 500 characters, but you passed in a value that is ${content.length} characters.`,
        );
      }
      return [key, content];
    }),
  );
};

/** Applies a metadata update: given keys replace, empty values remove, other keys stay. */
export function mergeMetadata(
  old: Record<string, string>,
  change: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''),
  );
}

function leaf(raw: Raw, path: string): string {
  if (raw === undefined) throw missing(path);
  if (typeof raw !== 'string') throw invalidParam(path, `Invalid string: ${path} is an object`);
  return raw;
}

function branch(raw: FormTree | string, path: string): FormTree {
  if (typeof raw === 'string') throw invalidParam(path, 'Invalid object');
  return raw;
}

function missing(path: string) {
  return invalidParam(path, `Missing required param: ${path}.`, 'parameter_missing');
}

function emptyMessage(path: string): string {
  return `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`;
}

function childPath(path: string, key: string): string {
  return path === '' ? key : `${path}[${key}]`;
}
