import { CloseIcon } from '@datchain/shared/ui/icons.tsx';
import type { EditionLine } from '../views/dat-view.ts';

type EditionDialogProps = {
  /** What the opening button names in `data-opens`. */
  id: string;
  title: string;
  lines: readonly EditionLine[];
  empty: string;
};

/**
 * What a button does to a dialog without any script, in browsers that know it; the types of React do
 * not yet.
 */
export const commandFor = (dialogId: string, command: 'show-modal' | 'close') => ({
  command,
  commandfor: dialogId,
});

/** A list of editions in a native dialog, readable without any framework in the browser. */
export function EditionDialog({ id, title, lines, empty }: EditionDialogProps) {
  return (
    <dialog id={id} className="dialog dialog-wide" aria-labelledby={`${id}-title`}>
      <div className="dialog-head">
        <h2 className="h2" id={`${id}-title`}>
          {title}
        </h2>
        <button
          type="button"
          className="icon-button"
          aria-label="Close"
          data-closes
          {...commandFor(id, 'close')}
        >
          <CloseIcon />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by keyboard */}
      <div className="dialog-body" tabIndex={0}>
        {lines.length === 0 && <p>{empty}</p>}
        <ul className="edition-lines">
          {lines.map(({ number, text, state, isFree }) => (
            <li key={number} className={isFree ? undefined : 'muted'}>
              <span className={isFree ? 'edition-text edition-free' : 'edition-text'}>{text}</span>
              <span className="edition-state small muted">{state}</span>
            </li>
          ))}
        </ul>
      </div>
    </dialog>
  );
}
