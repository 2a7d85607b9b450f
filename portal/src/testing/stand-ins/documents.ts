import { isRecord, readList } from '@datchain/shared/contracts/tolerant.ts';
import type { Is, Question } from '../../lib/data/documents.ts';
import { currentWorld, followPath, type World } from '../world.ts';

type Documents = typeof import('../../lib/data/documents.ts');

type Found = { id: string; data: unknown };

/** Lists the documents of a collection by their id, the store's default order. */
const listDocuments = ({ documents }: World, collection: string): Found[] =>
  Object.entries(documents)
    .filter(([path]) => path.slice(0, path.lastIndexOf('/')) === collection)
    .map(([path, data]) => ({ id: path.slice(path.lastIndexOf('/') + 1), data }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

const field = ({ data }: Found, name: string): unknown => (isRecord(data) ? data[name] : undefined);

const holds: Readonly<Record<Is, (stored: unknown, value: unknown) => boolean>> = {
  '==': (stored, value) => stored === value,
  '>=': (stored, value) => String(stored) >= String(value),
  '<=': (stored, value) => String(stored) <= String(value),
  in: (stored, value) => readList(value).includes(stored),
  'array-contains': (stored, value) => readList(stored).includes(value),
};

/** Runs a query; like the store, it skips documents that lack the field to sort by. */
function answerTo({ path, where = [], orderBy, limit }: Question, world: World): Found[] {
  const found = listDocuments(world, path).filter((each) =>
    where.every(([name, is, value]) => holds[is](field(each, name), value)),
  );
  if (!orderBy) return found.slice(0, limit);
  const [name, direction] = orderBy;
  const of = (each: Found) => field(each, name) as string | number;
  const sorted = found
    .filter((each) => of(each) !== undefined)
    .sort((a, b) => (of(a) < of(b) ? -1 : 1) * (direction === 'asc' ? 1 : -1));
  return sorted.slice(0, limit);
}

/* Stand-ins for lib/data/documents.ts. */

export const watchDocumentNow: Documents['watchDocumentNow'] = (path, onChange, onFailure) =>
  followPath(path, ({ documents }) => documents[path] ?? null, onChange, onFailure);

export const watchQuestionNow: Documents['watchQuestionNow'] = (path, onChange, onFailure) => {
  const question: Question = JSON.parse(path);
  const read = (world: World) =>
    answerTo(question, world).map((found) => (question.withIds ? found : found.data));
  return followPath(question.path, read, onChange, onFailure);
};

export const readAllNow: Documents['readAllNow'] = async (question) =>
  answerTo(question, currentWorld());
