import { clockText } from '@datchain/shared/domain/clock-text.ts';
import type { Dat } from '@datchain/shared/domain/dats.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';
import { Section } from '../../app/section.tsx';
import { ChangePreview, type Heard } from './change-preview.tsx';

const heardText = ({ start, seconds, songSeconds }: Heard): string =>
  `Everyone can hear ${clockText(start)} to ${clockText(start + seconds)} of ${clockText(songSeconds)}.`;

/** Shows the public preview of a work, for its releaser to change (N-SND-01). */
export function PreviewSection({ dat, isDown }: { dat: Dat; isDown: boolean }) {
  const [saved, setSaved] = useState<Heard>();
  const [isOpen, setOpen] = useState(false);
  const heard = saved ?? dat.preview;
  return (
    <Section
      id="own-preview"
      title="Preview"
      aside={
        !isDown && (
          <Button small variant="secondary" onClick={() => setOpen(true)}>
            {heard ? 'Change preview' : 'Choose a preview'}
          </Button>
        )
      }
    >
      <p>{heard ? heardText(heard) : 'No one can hear this work before buying it.'}</p>
      <p role="status" className="small muted">
        {saved && 'Saved. Public pages update within minutes.'}
      </p>
      {isOpen && (
        <ChangePreview
          datId={dat.id}
          before={heard}
          onClose={() => setOpen(false)}
          onSaved={(next) => {
            setSaved(next);
            setOpen(false);
          }}
        />
      )}
    </Section>
  );
}
