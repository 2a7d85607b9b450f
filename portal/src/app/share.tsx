import { Button } from '@datchain/shared/ui/button.tsx';
import { type ComponentProps, type ReactNode, useState } from 'react';

type CopyProps = ComponentProps<typeof Button> & {
  text: string;
  done: string;
  failed: string;
  others?: ReactNode;
};

export function Copy({ text, done, failed, others, ...button }: CopyProps) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(done);
    } catch {
      // Refused, or not permitted on this page: the text can still be copied by hand.
      setSaid(failed);
    }
  };
  return (
    <>
      <div className="actions">
        {others}
        <Button {...button} onClick={() => void copy()} />
      </div>
      <p className="small" role="status">
        {said}
      </p>
    </>
  );
}

/**
 * Shares an address of this site: by the device's share sheet where it has one, and by a copied
 * link everywhere.
 */
export function Share({ path, title }: { path: string; title: string }) {
  const url = new URL(path, location.href).href;
  // Closing the share sheet without a choice is not a failure.
  const share = () => navigator.share({ title, url }).catch(() => {});
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
  return (
    <div className="share">
      <Copy
        variant="plain"
        text={url}
        done="Link copied."
        failed={`Copy this link: ${url}`}
        others={
          'share' in navigator ? (
            <Button variant="plain" onClick={() => void share()}>
              Share
            </Button>
          ) : (
            <a className="button button-plain" href={mail}>
              Send by e-mail
            </a>
          )
        }
      >
        Copy link
      </Copy>
    </div>
  );
}
