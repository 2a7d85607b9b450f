import { rates } from '@datchain/shared/domain/config.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { formatCount, formatMicrosUpTo3, formatShare } from '@datchain/shared/domain/format.ts';
import { applyPpm, microsOfUsd } from '@datchain/shared/domain/money.ts';
import type { DatFigures } from '@datchain/shared/domain/streams/figures.ts';
import { platformName } from '@datchain/shared/domain/streams/platform-name.ts';
import type { SharePpm, UsdMicros } from '@datchain/shared/domain/units.ts';

export interface PlatformRate {
  readonly name: string;
  readonly aStream: string;
  readonly brought: string;
  readonly shared: string;
  readonly oneEdition: string;
}

/** The earnings of one edition of a work (N-EXP-04). */
export interface EditionEarned {
  /** '2.5%' */
  readonly share: string;
  /** The part of a work's earnings from streams that is shared: '5%' */
  readonly sharedPart: string;
  /** Undefined without a stream. */
  readonly soFar: { brought: string; shared: string; oneEdition: string } | undefined;
  /** The counted streams that `soFar` is made of; they add up to it. */
  readonly madeOf: readonly { name: string; brought: string }[];
  /** Streams that are not shared yet (N-FIG-03); undefined without any. */
  readonly waiting: { brought: string; shared: string; oneEdition: string } | undefined;
  /** '448 on spndat, our own player, earn nothing.'; undefined without such streams. */
  readonly unpaid: string | undefined;
  readonly rates: readonly PlatformRate[];
}

/** A tiny amount is not shown as zero. */
const shownPart = (micros: UsdMicros): string =>
  micros > 0 && micros < 500 ? 'Under $0.001' : formatMicrosUpTo3(micros);

function partsOf(grossMicros: UsdMicros, sharePpm: SharePpm) {
  const shared = applyPpm(grossMicros, rates.streamSharePpm);
  return {
    brought: formatMicrosUpTo3(grossMicros),
    shared: formatMicrosUpTo3(shared),
    oneEdition: shownPart(applyPpm(shared, sharePpm)),
  };
}

const streamsOf = (figures: DatFigures | undefined) =>
  Object.entries(rates.streamMicros).map(([platform, micros]) => {
    const { total = 0, waiting = 0 } =
      figures?.platforms[platform as keyof typeof rates.streamMicros] ?? {};
    return { name: platformName(platform), micros, shared: total - waiting, waiting };
  });

/** Splits the earnings into count × rate per platform. A line counts old days, which are not shared (N-FIG-03). */
function madeOf(figures: DatFigures | undefined, grossMicros: UsdMicros): EditionEarned['madeOf'] {
  const counted = streamsOf(figures).filter(({ shared }) => shared > 0);
  const rest = counted.reduce((left, { shared, micros }) => left - shared * micros, grossMicros);
  const lines = counted.map(({ name, shared, micros }) => ({
    name: `So far, ${formatCount(shared)} on ${name} × ${formatMicrosUpTo3(micros)}`,
    brought: formatMicrosUpTo3(shared * micros),
  }));
  if (lines.length === 0 || rest === 0) return lines;
  return [
    ...lines,
    { name: 'So far, older days and corrections', brought: formatMicrosUpTo3(rest) },
  ];
}

/** Returns undefined for a work without editions, or with different shares. */
export function editionEarned(dat: Dat, figures?: DatFigures): EditionEarned | undefined {
  const shares = new Set(dat.editions.map(({ sharePpm }) => sharePpm));
  const [sharePpm] = shares;
  if (sharePpm === undefined || shares.size > 1) return undefined;
  const grossMicros = microsOfUsd(figures?.bookedUsd ?? 0);
  const waitingMicros = streamsOf(figures).reduce((sum, of) => sum + of.micros * of.waiting, 0);
  const unpaid = figures?.platforms.spndat?.total ?? 0;
  return {
    share: formatShare(sharePpm),
    sharedPart: formatShare(rates.streamSharePpm),
    soFar: figures && figures.totalStreams > 0 ? partsOf(grossMicros, sharePpm) : undefined,
    madeOf: madeOf(figures, grossMicros),
    waiting: waitingMicros > 0 ? partsOf(waitingMicros, sharePpm) : undefined,
    unpaid:
      unpaid > 0 ? `${formatCount(unpaid)} on spndat, our own player, earn nothing.` : undefined,
    rates: Object.entries(rates.streamMicros).map(([platform, micros]) => ({
      name: platformName(platform),
      aStream: formatMicrosUpTo3(micros),
      ...partsOf(1_000 * micros, sharePpm),
    })),
  };
}
