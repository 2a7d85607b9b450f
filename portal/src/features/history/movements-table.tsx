import type { RecordedMovement } from '@datchain/shared/contracts/documents/movement.ts';
import { formatCount, formatDateTime } from '@datchain/shared/domain/format.ts';
import {
  computeRounding,
  formatColumn,
  ROUNDING,
  sumAmounts,
} from '@datchain/shared/domain/shown-amount.ts';
import { type Ref, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { SiteLink } from '../../app/site-link.tsx';
import { type MovementWords, movementWords, type SongOf } from './movement-words.ts';
import { groupStreams, runWords, type StreamRun } from './stream-runs.ts';

type MovementsTableProps = {
  movements: readonly RecordedMovement[];
  next: RecordedMovement | undefined;
  songOf: SongOf;
};

export function MovementsTable({ movements, next, songOf }: MovementsTableProps) {
  const entries = groupStreams(movements);
  const wordsOf = (movement: RecordedMovement) => movementWords(movement, songOf);
  const amounts = movements.map((movement) => wordsOf(movement).micros ?? 0);
  const sums = entries.map((entry) => ('run' in entry ? earnedBy(entry.run) : 0));
  const usd = formatColumn([...amounts, ...sums]);
  // The last run continues when the next movement would join it.
  const whole = next ? groupStreams([...movements, next]).length : entries.length;
  return (
    <table className="table history">
      <caption className="visually-hidden">Movements, newest first</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col" className="right">
            Tokens
          </th>
          <th scope="col" className="right">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, at) => {
          if ('run' in entry) {
            const goesOn = next !== undefined && at === entries.length - 1 && whole === at + 1;
            return (
              <RunRow
                key={entry.run[0].entryId}
                run={entry.run}
                goesOn={goesOn}
                songOf={songOf}
                usd={usd}
              />
            );
          }
          const { entryId, at: moment } = entry.alone;
          return (
            <Row
              key={entryId}
              entryId={entryId}
              at={moment}
              words={wordsOf(entry.alone)}
              usd={usd}
            />
          );
        })}
      </tbody>
    </table>
  );
}

const earnedBy = (run: StreamRun): number =>
  sumAmounts(run.map(({ earnedMicros }) => earnedMicros));

const signed = (value: number, text: string): string => (value > 0 ? `+${text}` : text);

function useNamed<Part extends HTMLElement>(entryId: string): { isNamed: boolean; ref: Ref<Part> } {
  const { hash } = useLocation();
  const isNamed = hash === `#${encodeURIComponent(entryId)}`;
  const ref = useRef<Part>(null);
  useEffect(() => {
    if (isNamed) ref.current?.scrollIntoView({ block: 'center' });
  }, [isNamed]);
  return { isNamed, ref };
}

const Moment = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>
);

type RowProps = {
  entryId: string;
  at: number;
  words: MovementWords;
  usd: (micros: number) => string;
};

function Row({ entryId, at, words, usd }: RowProps) {
  const { what, tokens, rewardTokens, micros, href } = words;
  const { isNamed, ref } = useNamed<HTMLTableRowElement>(entryId);
  return (
    <tr ref={ref} aria-current={isNamed ? 'true' : undefined}>
      <td className="history-when">
        <Moment at={at} />
      </td>
      <td className="history-what">{href ? <SiteLink href={href}>{what}</SiteLink> : what}</td>
      <td className="right">
        {tokens !== undefined && tokens !== 0 && signed(tokens, formatCount(tokens))}
        {rewardTokens !== undefined && signed(rewardTokens, `${formatCount(rewardTokens)} reward`)}
      </td>
      <td className="right">{micros !== undefined && signed(micros, usd(micros))}</td>
    </tr>
  );
}

type RunRowProps = Pick<RowProps, 'usd'> & {
  run: StreamRun;
  goesOn: boolean;
  songOf: SongOf;
};

function RunRow({ run, goesOn, songOf, usd }: RunRowProps) {
  const { hash } = useLocation();
  const amounts = run.map(({ earnedMicros }) => earnedMicros);
  const earned = earnedBy(run);
  const rounding = computeRounding(amounts, earned);
  const isNamed = run.some(({ entryId }) => hash === `#${encodeURIComponent(entryId)}`);
  const soFar = goesOn ? ' so far' : '';
  return (
    <tr className="history-run">
      <td className="history-when">
        <Moment at={run[0].at} />
      </td>
      <td className="history-what">
        <details open={isNamed}>
          <summary>{`${runWords(run)}${soFar}`}</summary>
          <ul>
            {run.map((movement) => (
              <RunItem
                key={movement.entryId}
                entryId={movement.entryId}
                at={movement.at}
                words={movementWords(movement, songOf)}
                usd={usd}
              />
            ))}
          </ul>
          {rounding !== 0 && (
            <p className="history-item">
              {ROUNDING} <span>{signed(rounding, usd(rounding))}</span>
            </p>
          )}
        </details>
      </td>
      <td className="right" />
      <td className="right">{`${signed(earned, usd(earned))}${soFar}`}</td>
    </tr>
  );
}

function RunItem({ entryId, at, words, usd }: RowProps) {
  const { what, micros = 0, href = '' } = words;
  const { isNamed, ref } = useNamed<HTMLLIElement>(entryId);
  return (
    <li ref={ref} className="history-item" aria-current={isNamed ? 'true' : undefined}>
      <span>
        <SiteLink href={href}>{what}</SiteLink>
        <span className="history-when">
          <Moment at={at} />
        </span>
      </span>{' '}
      <span>{signed(micros, usd(micros))}</span>
    </li>
  );
}
