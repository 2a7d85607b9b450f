import { ownedTokens, type WalletLot } from '@datchain/shared/contracts/documents/wallets.ts';
import { formatCents, formatCount, formatMicros, UNKNOWN } from '@datchain/shared/domain/format.ts';
import { centsToMicros } from '@datchain/shared/domain/money.ts';
import { sumOf } from '@datchain/shared/domain/shown-amount.ts';
import type { UsdMicros } from '@datchain/shared/domain/units.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { type ReactNode, useId } from 'react';
import { SiteLink } from '../../app/site-link.tsx';

type LotTableProps = {
  title: string;
  lots: readonly WalletLot[];
  /** Beside the title, e.g. a link. */
  aside?: ReactNode;
  /** What was left of the last token that was spent: beside the tokens, and in their total. */
  changeMicros?: UsdMicros;
  /** The price of the editions that the tokens of a lot buy, in micros; without it they stand at their own price. */
  buysOf?: (lot: WalletLot) => UsdMicros;
  /** Without it the tokens cannot be listed. */
  onList?: (lot: WalletLot) => void;
};

const atPrice = ({ qty, priceCents }: WalletLot): UsdMicros => centsToMicros(qty * priceCents);

/** Tokens by block: how many, at which price, what they are worth. */
export function LotTable(props: LotTableProps) {
  const { title, lots, aside, changeMicros = 0, onList, buysOf = atPrice } = props;
  const titleId = useId();
  return (
    <section className="section" aria-labelledby={titleId}>
      <div className="section-head">
        <h2 className="h2" id={titleId}>
          {title}
        </h2>
        {aside}
      </div>
      <table className="table" aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">Block</th>
            <th scope="col" className="right">
              Tokens
            </th>
            <th scope="col" className="right least">
              Price
            </th>
            <th scope="col" className="right">
              {props.buysOf ? 'They buy' : 'Value'}
            </th>
            {onList && (
              <th scope="col" className="action">
                <span className="visually-hidden">Sell</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lots.map((lot) => (
            <LotRow key={lot.blockId} lot={lot} micros={buysOf(lot)} {...(onList && { onList })} />
          ))}
          {changeMicros > 0 && (
            <tr>
              <th scope="row">Change, spent first</th>
              <td className="right">{UNKNOWN}</td>
              <td className="right least">{UNKNOWN}</td>
              <td className="right">{formatMicros(changeMicros)}</td>
              {onList && <td className="action" />}
            </tr>
          )}
        </tbody>
        {onList && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td className="right">{formatCount(ownedTokens(lots))}</td>
              <td className="right least" />
              <td className="right">{formatMicros(sumOf(lots.map(buysOf)) + changeMicros)}</td>
              <td className="action" />
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

type LotRowProps = { lot: WalletLot; micros: UsdMicros; onList?: (lot: WalletLot) => void };

function LotRow({ lot, micros, onList }: LotRowProps) {
  const { blockId, priceCents, qty } = lot;
  return (
    <tr>
      <th scope="row">
        <SiteLink className="row-link" href={`/tdc/block/${blockId}`}>
          {`Link ${blockId}`}
        </SiteLink>
      </th>
      <td className="right">{formatCount(qty)}</td>
      <td className="right least">{formatCents(priceCents)}</td>
      <td className="right">{formatMicros(micros)}</td>
      {onList && (
        <td className="action">
          <Button variant="secondary" small onClick={() => onList(lot)}>
            List for sale
            <span className="visually-hidden">{` from Link ${blockId}`}</span>
          </Button>
        </td>
      )}
    </tr>
  );
}
