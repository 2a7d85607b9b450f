import type { RecordedMovement } from '@datchain/shared/contracts/documents/movement.ts';

type StreamMovement = Extract<
  RecordedMovement,
  { kind: 'stream-earnings' | 'stream-correction'; at: number }
>;

const isStream = (movement: RecordedMovement): movement is StreamMovement =>
  movement.kind === 'stream-earnings' || movement.kind === 'stream-correction';

/** At least two consecutive movements of streams, newest first. */
export type StreamRun = readonly [StreamMovement, ...StreamMovement[]];

export type Entry = { readonly alone: RecordedMovement } | { readonly run: StreamRun };

/** Groups consecutive streams in the given order; each movement is in exactly one entry. */
export function groupStreams(movements: readonly RecordedMovement[]): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < movements.length; ) {
    const end = movements.findIndex((movement, place) => place >= at && !isStream(movement));
    const [first, ...others] = movements.slice(at, end < 0 ? undefined : end).filter(isStream);
    if (first && others.length > 0) entries.push({ run: [first, ...others] });
    else {
      const alone = movements[at];
      if (alone) entries.push({ alone });
    }
    at += 1 + others.length;
  }
  return entries;
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

export function runWords(run: StreamRun): string {
  const days = new Set(run.map(({ date }) => date)).size;
  const works = new Set(run.map(({ datId }) => datId)).size;
  const corrected = run.filter(({ kind }) => kind === 'stream-correction').length;
  return [
    'Streams',
    counted(days, 'day'),
    counted(works, 'work'),
    ...(corrected > 0 ? [`${corrected} corrected`] : []),
  ].join(', ');
}
