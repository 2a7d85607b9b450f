import {
  codes,
  type Fields,
  Refusal,
  type Rules,
  type Segments,
  type StoredDocument,
  type Value,
  type View,
} from '../../contract.ts';
import { claimsOf, type Question, type World, type Write } from './questions.ts';

type Access = ReturnType<Rules['accessOf']>;

const name = { project: 'demo-rules', database: '(default)' };

/**
 * Whether our rules allow what someone wants.
 * @param uid of the caller; null when signed out
 * @param now in milliseconds
 */
export function allowsOurs(
  rules: Rules,
  world: World,
  question: Question,
  { uid, now = 1_700_000_000_000 }: { uid: string | null; now?: number },
): boolean {
  const before = viewOf(world);
  const stamp: Value = { timestampValue: new Date(now).toISOString() };
  const writes = 'commit' in question ? question.commit : [];
  const after = viewOf(writes.reduce((left, write) => written(left, write, stamp), world));
  const access = rules.accessOf({
    caller: { isAdmin: false, auth: uid === null ? null : { uid, token: claimsOf(uid) } },
    name,
    now: now * 1000,
    before,
    after,
  });
  try {
    ask(access, question, { before, after });
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === codes.PERMISSION_DENIED) return false;
    throw error;
  }
}

function ask(
  access: Access,
  question: Question,
  { before, after }: Record<'before' | 'after', View>,
) {
  if ('get' in question) {
    const path = question.get.split('/');
    access.get(path, before.get(path));
  } else if ('list' in question) {
    const [from] = question.list.from as readonly [
      { collectionId: string; allDescendants?: boolean },
    ];
    access.list({
      parent: question.parent.split('/').filter(Boolean),
      collection: from.collectionId,
      isGroup: from.allDescendants === true,
      query: question.list,
    });
  } else {
    // As production: of several writes to one document the last says what is done to it.
    const last = new Map(question.commit.map((write) => [pathOf(write), write]));
    for (const [key, write] of last) {
      const path = key.split('/');
      const old = before.get(path);
      const verb = 'delete' in write ? 'delete' : old ? 'update' : 'create';
      access.write(verb, path, old, after.get(path));
    }
  }
}

const pathOf = (write: Write): string => ('delete' in write ? write.delete : write.set);

function written(world: World, write: Write, stamp: Value): World {
  const { [pathOf(write)]: old = {}, ...others } = world;
  if ('delete' in write) return others;
  const fields = {
    ...(write.isMerge ? old : {}),
    ...write.fields,
    ...(write.stamp === undefined ? {} : { [write.stamp]: stamp }),
  };
  return { ...others, [write.set]: fields };
}

/** The documents of a world, as the store would show them. */
export function viewOf(world: World): View {
  const documents = new Map(
    Object.entries(world).map(([key, fields]) => [key, documentAt(key.split('/'), fields)]),
  );
  return { get: (path) => documents.get(path.join('/')) };
}

const documentAt = (path: Segments, fields: Fields): StoredDocument => ({
  path,
  fields,
  createTime: 1_600_000_000_000_000,
  updateTime: 1_600_000_000_000_000,
});
