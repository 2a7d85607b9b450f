import { useState } from 'react';
import { sizeText } from '../../../lib/text/size-text.ts';
import { useObjectUrl } from '../use-object-url.ts';

type Size = { readonly url: string; readonly text: string };

export function ChosenPicture({ file, round }: { file: File; round?: boolean }) {
  const url = useObjectUrl(file);
  const [pixels, setPixels] = useState<Size>();
  const known = pixels?.url === url ? `${pixels?.text}, ` : '';
  return (
    <>
      <span className={round ? 'file-thumb file-thumb-round' : 'file-thumb'}>
        {url && (
          <img
            src={url}
            alt=""
            width={64}
            height={64}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setPixels({ url, text: `${naturalWidth} × ${naturalHeight}` })
            }
            onError={() => setPixels({ url, text: 'This picture cannot be shown' })}
          />
        )}
      </span>
      <FileFacts name={file.name} facts={known + sizeText(file.size)} />
    </>
  );
}

export const ChosenAudio = ({ file }: { file: File }) => (
  <>
    <span className="file-thumb">
      <svg className="file-wave" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M5 10v4m4-8v12m5-9v6m4-4v2" />
      </svg>
    </span>
    <FileFacts name={file.name} facts={sizeText(file.size)} />
  </>
);

const FileFacts = ({ name, facts }: { name: string; facts: string }) => (
  <span className="file-facts">
    <strong>{name}</strong>
    <span className="muted small">{facts}</span>
  </span>
);
