import { Button } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';

/** Copies texts; what became of the last one is to be said in a status. */
export function useCopy() {
  const [said, setSaid] = useState('');
  const copy = async (text: string, { done, failed }: { done: string; failed: string }) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(done);
    } catch {
      // Refused, or a page without the right to: the text can still be copied by hand.
      setSaid(failed);
    }
  };
  return { said, copy };
}

/**
 * Passes an address of this site on: by the device's own sheet where it has one, and by a copied
 * link everywhere.
 */
export function Share({ path, title }: { path: string; title: string }) {
  const { said, copy } = useCopy();
  const url = new URL(path, location.href).href;
  // Leaving the device's sheet without a choice is not a failure.
  const share = () => navigator.share({ title, url }).catch(() => {});
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
  return (
    <div className="share">
      <div className="actions">
        {'share' in navigator ? (
          <Button variant="plain" onClick={() => void share()}>
            Share
          </Button>
        ) : (
          <a className="button button-plain" href={mail}>
            Send by e-mail
          </a>
        )}
        <Button
          variant="plain"
          onClick={() => void copy(url, { done: 'Link copied.', failed: `Copy this link: ${url}` })}
        >
          Copy link
        </Button>
      </div>
      <p className="small" role="status">
        {said}
      </p>
    </div>
  );
}
