import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import type { Naming, Newest, OfYear, Own } from '../../lib/data/documents.ts';
import { currentWorld, followPath, type World } from '../world.ts';

type Documents = typeof import('../../lib/data/documents.ts');

type Found = { id: string; data: unknown };

/** The documents of a collection by their id, as the store hands them out without an order. */
const documentsOf = ({ documents }: World, collection: string): Found[] =>
  Object.entries(documents)
    .filter(([path]) => path.slice(0, path.lastIndexOf('/')) === collection)
    .map(([path, data]) => ({ id: path.slice(path.lastIndexOf('/') + 1), data }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

const field = ({ data }: Found, name: string): unknown => (isRecord(data) ? data[name] : undefined);

/** A query finds no document that lacks the field it sorts by. */
const newestOf = (world: World, { path, kinds }: Omit<Newest, 'limit'>): Found[] =>
  documentsOf(world, path)
    .filter((found) => field(found, 'at') !== undefined)
    .filter((found) => kinds.length === 0 || kinds.includes(String(field(found, 'kind'))))
    .sort((a, b) => Number(field(b, 'at')) - Number(field(a, 'at')));

/* They stand in for lib/data/documents.ts. */

export const watchDocumentNow: Documents['watchDocumentNow'] = (path, onChange, onFailure) =>
  followPath(path, ({ documents }) => documents[path] ?? null, onChange, onFailure);

export const watchCollectionNow: Documents['watchCollectionNow'] = (path, onChange, onFailure) =>
  followPath(
    path,
    (world) => documentsOf(world, path).map(({ data }) => data),
    onChange,
    onFailure,
  );

export const watchOwnNow: Documents['watchOwnNow'] = (path, onChange, onFailure) => {
  const own: Own = JSON.parse(path);
  const isOwn = (found: Found) =>
    field(found, 'uid') === own.uid &&
    (own.state === undefined || field(found, 'state') === own.state);
  const read = (world: World) =>
    documentsOf(world, own.collection)
      .filter(isOwn)
      .map(({ data }) => data);
  return followPath(own.collection, read, onChange, onFailure);
};

export const watchNamingNow: Documents['watchNamingNow'] = (path, onChange, onFailure) => {
  const { path: name, list, text }: Naming = JSON.parse(path);
  const read = (world: World) =>
    documentsOf(world, name)
      .filter((found) => readList(field(found, list)).includes(text))
      .slice(0, 1)
      .map(({ data }) => data);
  return followPath(name, read, onChange, onFailure);
};

export const watchNewestNow: Documents['watchNewestNow'] = (path, onChange, onFailure) => {
  const newest: Newest = JSON.parse(path);
  const read = (world: World) => newestOf(world, newest).slice(0, newest.limit);
  return followPath(newest.path, read, onChange, onFailure);
};

export const watchYearNow: Documents['watchYearNow'] = (path, onChange, onFailure) => {
  const { path: name, year }: OfYear = JSON.parse(path);
  const isOfYear = (found: Found) => String(field(found, 'month')).startsWith(`${year}-`);
  const read = (world: World) =>
    documentsOf(world, name)
      .filter(isOfYear)
      .map(({ data }) => data);
  return followPath(name, read, onChange, onFailure);
};

export const watchFirstMonthNow: Documents['watchFirstMonthNow'] = (path, onChange, onFailure) => {
  const month = (found: Found) => String(field(found, 'month'));
  const read = (world: World) =>
    documentsOf(world, path)
      .toSorted((a, b) => (month(a) < month(b) ? -1 : 1))
      .slice(0, 1)
      .map(({ data }) => data);
  return followPath(path, read, onChange, onFailure);
};

export const readNewestNow: Documents['readNewestNow'] = async (path, kinds) =>
  newestOf(currentWorld(), { path, kinds });
