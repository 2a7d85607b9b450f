import { EditionKey, EditionRail } from '@datchain/shared/ui/edition-rail.tsx';
import type { EditionsView } from '../views/dat/editions-view.ts';

export function DatShare({ editions }: { editions: EditionsView }) {
  return (
    <>
      <p className="h2">{editions.forSale}</p>
      <p className="small muted dat-page-available">{editions.available} available for ownership</p>
      <EditionRail marks={editions.marks} size="page" buyHref={editions.buyHref} />
      <EditionKey marks={editions.marks} />
    </>
  );
}
