import type { NewUser } from '@datchain/shared/contracts/documents/new-user.ts';
import { docs } from '@datchain/shared/contracts/paths.ts';
import { tellFollowers } from '../../functions/follows/tell-followers.ts';
import { services } from '../../functions/services.ts';
import { setDocuments } from '../../functions/stores/bulk.ts';
import { pages } from '../../functions/stores/document-store.ts';
import { firestore } from '../../functions/stores/firebase.ts';
import { releaseOne } from '../../functions/testing/many-releases.ts';
import { person } from '../../functions/testing/releasing.ts';
import { onOwnStack } from './own-stack.ts';
import { isBusy, machine, median, table, tellVerdicts, writeReport } from './report.ts';

const FOLLOWERS = 10_000;
/** Of each of the two artists, in turns, so that both meet the same machine. */
const RELEASES = 25;
/** A release must not wait for its followers: what more is the machine's unrest. */
const BUDGET = 1.25;
const MOST_SECONDS = 60;

const count = (value: number): string => value.toLocaleString('en');
const uidOf = (number: number): string => `follower-${String(number).padStart(5, '0')}`;

async function giveFollowers({ uid }: NewUser): Promise<void> {
  const numbers = Array.from({ length: FOLLOWERS }, (_, number) => number);
  const both = numbers.flatMap((number) => [
    { path: docs.follower(uid, uidOf(number)), data: { at: 1 } },
    { path: docs.follow(uidOf(number), uid), data: { at: 1 } },
  ]);
  await setDocuments(firestore(), [
    ...both,
    { path: docs.followers(uid), data: { count: FOLLOWERS } },
  ]);
}

interface Outcome {
  /** Milliseconds of one release: of the artist whom many follow, and of the one whom nobody does. */
  readonly followed: number;
  readonly alone: number;
  /** How long the job needed, and how many it told. */
  readonly seconds: number;
  readonly told: number;
  /** Followers with exactly one notification and one e-mail of the release. */
  readonly once: number;
  /** How many a second run told. */
  readonly again: number;
}

/** Releases in turns; of the followed artist's only the last is to be told. */
async function measureReleases(followed: NewUser, alone: NewUser) {
  const times = { followed: [] as number[], alone: [] as number[] };
  let last = '';
  const release = async (artist: NewUser, number: number, into: number[]) => {
    const started = performance.now();
    const id = await releaseOne(services(), artist, number);
    into.push(performance.now() - started);
    return id;
  };
  for (let number = 0; number < RELEASES; number++) {
    if (last !== '') await firestore().doc(docs.releaseNews(last)).delete();
    last = await release(followed, number, times.followed);
    const other = await release(alone, number, times.alone);
    await firestore().doc(docs.releaseNews(other)).delete();
  }
  return { datId: last, followed: median(times.followed), alone: median(times.alone) };
}

/** Of how many followers there is exactly one e-mail and one notification about a release. */
async function countTold(datId: string): Promise<number> {
  const { store } = services();
  const mails = new Map<string, number>();
  for await (const page of pages(store, docs.mails, 1_000)) {
    for (const { data } of page) {
      const about = Object(data.about);
      if (about.kind !== 'artist-released' || about.datId !== datId) continue;
      mails.set(String(data.uid), (mails.get(String(data.uid)) ?? 0) + 1);
    }
  }
  let once = 0;
  for (let number = 0; number < FOLLOWERS; number++) {
    const uid = uidOf(number);
    const news = await store.list(docs.notifications(uid), { limit: 2 });
    if (news.length === 1 && mails.get(uid) === 1) once += 1;
  }
  return once;
}

async function measure(): Promise<Outcome> {
  const [followed, alone] = [await person(), await person()];
  await giveFollowers(followed);
  const { datId, ...times } = await measureReleases(followed, alone);
  const started = performance.now();
  const told = await tellFollowers(services());
  const seconds = (performance.now() - started) / 1_000;
  const again = await tellFollowers(services());
  return { ...times, seconds, told, again, once: await countTold(datId) };
}

const verdicts = ({
  followed,
  alone,
  seconds,
  told,
  once,
  again,
}: Outcome): [string, boolean][] => [
  [
    `a release with ${count(FOLLOWERS)} followers costs at most ${BUDGET} times one with none`,
    followed <= BUDGET * alone,
  ],
  [`all are told within ${MOST_SECONDS} seconds`, told === FOLLOWERS && seconds <= MOST_SECONDS],
  ['each has one notification and one e-mail of it', once === FOLLOWERS],
  ['running the job again tells nobody', again === 0],
];

const report = (outcome: Outcome): string => `
# A release with ${count(FOLLOWERS)} followers

Written by \`npm run bench -- followers\`: on a local stack of its own, ${RELEASES} releases each of an artist
with ${count(FOLLOWERS)} followers and of one with none, in turns, and then the job that tells the followers of the
last one. ${machine()}.

${table(
  ['', 'with followers', 'with none'],
  [['release, ms', outcome.followed.toFixed(0), outcome.alone.toFixed(0)]],
)}

The middle one of ${RELEASES}. All ${count(outcome.told)} were told in ${outcome.seconds.toFixed(1)} seconds, with a
notification and an e-mail to be sent each; ${count(outcome.once)} have exactly one of both.

Budget${isBusy ? ', on a machine that had other work' : ''}:

${verdicts(outcome)
  .map(([text, isMet]) => `- ${text}: ${isMet ? 'met' : 'NOT met'}`)
  .join('\n')}
`;

/**
 * Releases with many followers and with none, and writes docs/bench/followers.md (N-PPL-07).
 *
 * @returns whether a release does not wait for its followers, and each is told once, soon
 */
export function benchFollowers(): Promise<boolean> {
  return onOwnStack('followers', async () => {
    const outcome = await measure();
    writeReport('followers', report(outcome));
    return tellVerdicts(verdicts(outcome));
  });
}
