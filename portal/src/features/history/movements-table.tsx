import type { RecordedMovement } from '@datchain/shared/contracts/documents/movement.ts';
import { formatCount, formatDateTime } from '@datchain/shared/domain/format.ts';
import { formatColumn } from '@datchain/shared/domain/shown-amount.ts';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { SiteLink } from '../../app/site-link.tsx';
import { type MovementWords, movementWords, type SongOf } from './movement-words.ts';

type MovementsTableProps = { movements: readonly RecordedMovement[]; songOf: SongOf };

/** One row for each movement: when, what, and what came in or went. */
export function MovementsTable({ movements, songOf }: MovementsTableProps) {
  const rows = movements.map((movement) => ({
    entryId: movement.entryId,
    at: movement.at,
    words: movementWords(movement, songOf),
  }));
  const usd = formatColumn(rows.flatMap(({ words }) => words.micros ?? []));
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
        {rows.map((row) => (
          <Row key={row.entryId} {...row} usd={usd} />
        ))}
      </tbody>
    </table>
  );
}

const signed = (value: number, text: string): string => (value > 0 ? `+${text}` : text);

type RowProps = {
  entryId: string;
  at: number;
  words: MovementWords;
  /** Formats its amount with the decimals of the column. */
  usd: (micros: number) => string;
};

/** The row that the address names comes into view. */
function Row({ entryId, at, words, usd }: RowProps) {
  const { what, tokens, rewardTokens, micros, href } = words;
  const { hash } = useLocation();
  const isNamed = hash === `#${encodeURIComponent(entryId)}`;
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isNamed) row.current?.scrollIntoView({ block: 'center' });
  }, [isNamed]);
  return (
    <tr ref={row} aria-current={isNamed ? 'true' : undefined}>
      <td className="history-when">
        <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>
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
