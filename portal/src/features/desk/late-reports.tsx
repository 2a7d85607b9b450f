import { type LastReported, readLastReported } from '@datchain/shared/contracts/dats-index.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { formatCount, formatDate } from '@datchain/shared/domain/format.ts';
import { platformName } from '@datchain/shared/domain/streams/platform-name.ts';
import { DAY_MILLIS, startOfDay } from '@datchain/shared/domain/time.ts';
import type { Millis } from '@datchain/shared/domain/units.ts';
import { useServerTime } from '../../lib/data/use-live.ts';

/** A platform without a report for this many days is a warning (N-FIG-03). */
const LATE_DAYS = 14;

const MAX_NAMED = 3;

const daysSince = ({ upTo }: LastReported, now: Millis): number =>
  Math.floor((now - startOfDay(upTo)) / DAY_MILLIS);

const listed = new Intl.ListFormat('en');

type LateReportsProps = {
  works: readonly Dat[];
  /** The ledger's index of all works; null until it is loaded. */
  index: unknown;
};

/**
 * Names the platforms that have not reported a work for two weeks, for all works in one place. It
 * adds that late reports still count (N-FIG-03).
 */
export function LateReports({ works, index }: LateReportsProps) {
  const now = useServerTime();
  const songs = new Map(works.map(({ id, songName }) => [id, songName]));
  const late = readLastReported(index, new Set(songs.keys()))
    .filter((each) => daysSince(each, now) >= LATE_DAYS)
    .sort((a, b) => (a.upTo < b.upTo ? -1 : Number(a.upTo > b.upTo)));
  if (late.length === 0) return null;
  const lines = Map.groupBy(late, ({ platform, upTo }) => `${platform} ${upTo}`);
  return (
    <section className="notice notice-alert desk-late" aria-label="Late reports">
      <ul>
        {[...lines].map(([key, [first, ...others]]) => (
          <li key={key}>
            {first && <LateLine late={[first, ...others]} songs={songs} now={now} />}
          </li>
        ))}
      </ul>
      <p>Days that come late are still shared, up to two years back.</p>
    </section>
  );
}

type LateLineProps = {
  late: readonly [LastReported, ...LastReported[]];
  songs: ReadonlyMap<string, string>;
  now: Millis;
};

function LateLine({ late, songs, now }: LateLineProps) {
  const [first] = late;
  const names = listed.format(late.map(({ datId }) => songs.get(datId) ?? datId));
  const lineAbout = (what: string) =>
    `${platformName(first.platform)} last reported ${what} on ${formatDate(startOfDay(first.upTo))}, ${formatCount(daysSince(first, now))} days ago.`;
  if (late.length <= MAX_NAMED) return lineAbout(names);
  return (
    <details>
      <summary>{lineAbout(`${formatCount(late.length)} works`)}</summary>
      {names}
    </details>
  );
}
