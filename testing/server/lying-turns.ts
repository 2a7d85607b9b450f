import { type Batch, type DocumentStore, put } from '@datchain/functions/stores/document-store.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';

const turns = docs.turn('');
/** An owner that is dead, or never existed. */
const ghost = '00000000-0000-4000-8000-000000000000';

export const lies = [
  'a turn that cannot be read',
  'a turn that is damaged',
  'a turn that has already ended',
  'a turn as it was before',
  'a turn that two have',
  'a turn that was taken, and said not to be',
  'a turn that a dead process has',
] as const;
export type Lie = (typeof lies)[number];

const turnIn = ({ create = [], replace = [], remove = [] }: Batch): string | undefined =>
  [...create, ...replace, ...remove].find(({ path }) => path.startsWith(turns))?.path;

export function lyingTurns(store: DocumentStore, next: () => Lie | undefined): DocumentStore {
  let before: Awaited<ReturnType<DocumentStore['read']>> = new Map();
  return {
    ...store,
    async read(paths) {
      const found = await store.read(paths);
      if (!paths.some((path) => path.startsWith(turns))) return found;
      const lie = next();
      const [older, all] = [before, [...found]];
      before = found;
      if (lie === 'a turn that cannot be read') throw new Error(lie);
      if (lie === 'a turn that has already ended') return new Map();
      if (lie === 'a turn as it was before') return older;
      if (lie !== 'a turn that is damaged') return found;
      return new Map(all.map(([path, { version }]) => [path, { data: { owner: 7 }, version }]));
    },
    async write(batch) {
      const path = turnIn(batch);
      const lie = path === undefined ? undefined : next();
      if (lie === 'a turn that two have') return 'written';
      const outcome = await store.write(batch);
      if (lie === 'a turn that was taken, and said not to be') return 'conflict';
      if (lie === 'a turn that a dead process has' && path !== undefined) {
        const stored = (await store.read([path])).get(path);
        await store.write(put(path, { owner: ghost, tickets: [ghost] }, stored));
      }
      return outcome;
    },
  };
}
