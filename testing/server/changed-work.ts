import { randomUUID } from 'node:crypto';
import { services } from '@datchain/functions/services.ts';
import { firestore } from '@datchain/functions/stores/firebase.ts';
import { readDatHistory } from '@datchain/shared/contracts/documents/dat-history.ts';
import { readFactsOfWork } from '@datchain/shared/contracts/documents/recording-facts.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { previewPath } from '@datchain/shared/domain/preview-address.ts';
import { noTypedFacts } from '@datchain/shared/domain/recording-facts.ts';
import { expect } from 'vitest';
import type { Death } from './deaths.ts';
import { freshIsrc } from './fresh-isrc.ts';
import { doWork, type Work } from './mortal-work.ts';
import { person } from './releasing.ts';
import { releaseRecording } from './works.ts';

interface Released {
  readonly uid: string;
  readonly datId: string;
  /** What its facts may name. */
  readonly isrcs: readonly [string, string];
}

/** A change of a work that was changed before, and what was seen of the work until then. */
export interface AskedChange extends Released {
  readonly work: Work;
  readonly before: Awaited<ReturnType<typeof workSeen>>;
}

async function released(): Promise<Released> {
  const artist = await person();
  const { datId } = await releaseRecording({ artist, operatorUid: randomUUID() });
  return { uid: artist.uid, datId, isrcs: [freshIsrc(), freshIsrc()] };
}

async function change(first: (work: Released) => Work, second: (work: Released) => Work) {
  const asked = await released();
  await doWork(services(), first(asked), '');
  return { ...asked, work: second(asked), before: await workSeen(asked) };
}

const previewAt =
  (previewStart: number) =>
  ({ uid, datId }: Released): Work => ({ does: 'set-preview', uid, datId, previewStart });

const isrcNumber =
  (index: 0 | 1) =>
  ({ uid, datId, isrcs }: Released): Work => {
    const facts = { ...noTypedFacts, isrc: isrcs[index] };
    return { does: 'set-facts', uid, datId, facts };
  };

export const prepareChange = {
  'set-preview': () => change(previewAt(1), previewAt(4)),
  'set-facts': () => change(isrcNumber(0), isrcNumber(1)),
} satisfies Record<string, () => Promise<AskedChange>>;

const stored = async (path: string) => (await services().store.read([path])).get(path)?.data;

async function previewObjects(datId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const page of services().files.pages(previewPath(`${datId}-`), 10)) {
    found.push(...page.map(({ path }) => path));
  }
  return found;
}

const isChange = ({ kind }: { kind?: unknown }) => kind === 'preview' || kind === 'facts';

async function readWork({ datId, isrcs }: Released) {
  const events = firestore().collection(docs.datEvents).where('datId', '==', datId);
  const [release, facts, objects, claims, happened] = await Promise.all([
    services().releases.find(datId),
    stored(docs.recordingFacts(datId)).then(readFactsOfWork),
    previewObjects(datId),
    Promise.all(isrcs.map((isrc) => stored(docs.isrc(isrc)))),
    events.get(),
  ]);
  const heard = release?.preview && previewPath(release.preview.file);
  return {
    ...{ release, facts, claims },
    events: happened.docs.filter((event) => isChange(event.data())).length,
    isMissing: heard !== undefined && !objects.includes(heard),
    orphans: objects.filter((path) => path !== heard),
  };
}

/** Right after a death a change is stored whole or not at all, and what it names is there. */
export async function expectOneChange(asked: Released, death: Death): Promise<void> {
  const { release, facts, claims, events, isMissing } = await readWork(asked);
  const changes = (release?.previewVersion ?? 0) + (facts?.version ?? 0);
  expect([death, events, isMissing]).toEqual([death, changes, false]);
  const { datId, isrcs } = asked;
  const named = isrcs.map((isrc) => (isrc === facts?.facts.isrc ? { datId } : undefined));
  expect([death, claims]).toEqual([death, named]);
}

/**
 * What is stored and shown of the changes of a work. What differs from work to work is written the
 * same for all of them, so that two works compare.
 */
export async function workSeen(asked: Released) {
  const { datId, isrcs } = asked;
  const { release, facts, ...found } = await readWork(asked);
  const row = (await services().summaries.rows()).get(datId);
  const history = readDatHistory(await stored(docs.datHistory(datId)));
  const seen = {
    ...found,
    preview: release?.preview,
    previewChanges: release?.previewChanges?.length,
    facts: facts?.facts,
    factsChanges: facts?.changes.length,
    row: { preview: row?.preview, facts: row?.recordingFacts },
    told: history.filter(isChange).map(({ reason }) => reason),
    open: [...(release?.isDone ? [] : ['release']), ...(facts?.isPending ? ['facts'] : [])],
  };
  const names = new RegExp([`${datId}(-\\w+\\.mp3)?`, ...isrcs].join('|'), 'g');
  const sameForAll = (name: string) => {
    const at = isrcs.indexOf(name);
    return at < 0 ? 'its own' : `ISRC ${at}`;
  };
  return JSON.parse(JSON.stringify(seen).replaceAll(names, sameForAll)) as typeof seen;
}
