import { EditionRail } from '@datchain/shared/ui/edition-rail.tsx';
import type { EditionsView } from '../views/editions-view.ts';

/** How much of a DAT can be had from its creator, in words and as the rail. */
export function DatShare({ editions }: { editions: EditionsView }) {
  return (
    <>
      <div className="dat-page-share">
        <p className="h2">{editions.available} available for ownership</p>
        <p className="small muted">{editions.freeText}</p>
      </div>
      <EditionRail free={editions.free} size="page" />
    </>
  );
}
