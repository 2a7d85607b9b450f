import { ArrowIcon } from './icons.tsx';
import { type LinkComponent, PlainLink } from './link.tsx';

export type BlockCell = {
  id: string;
  price: string;
  available: string;
  sellsFirst?: boolean;
  /** The value that an owner's token counts as, if it is less than its price. */
  countsAs?: string | undefined;
};

type BlockSheetProps = { blocks: readonly BlockCell[]; linkComponent?: LinkComponent };

/** The token blocks as cells of one sheet; each cell links to its block (R-HOM-02, R-HOM-03). */
export function BlockSheet({ blocks, linkComponent: Link = PlainLink }: BlockSheetProps) {
  return (
    <ul className="block-sheet">
      {blocks.map(({ id, price, available, sellsFirst, countsAs }) => (
        <li key={id}>
          <Link href={`/tdc/block/${id}`} className="block-cell">
            <div className="block-cell-head">
              <span>Link {id}</span> {sellsFirst ? <strong>Sells first</strong> : <ArrowIcon />}
            </div>
            <p className="block-cell-price">
              <span className="figure-medium">{price}</span> per token
            </p>
            <p className="small muted">Available: {available}</p>
            {countsAs && <p className="small">{countsAs}</p>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
