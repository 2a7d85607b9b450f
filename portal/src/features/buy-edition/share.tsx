import { Button } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';

/**
 * Passes an address of this site on: by the device's own sheet where it has one, and by a copied
 * link everywhere.
 */
export function Share({ path, title }: { path: string; title: string }) {
  const [said, setSaid] = useState('');
  const url = new URL(path, location.href).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setSaid('Link copied.');
    } catch {
      // Refused, or a page without the right to: the address can still be copied by hand.
      setSaid(`Copy this link: ${url}`);
    }
  };
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
        <Button variant="plain" onClick={() => void copy()}>
          Copy link
        </Button>
      </div>
      <p className="small" role="status">
        {said}
      </p>
    </div>
  );
}
