import { Button } from '@datchain/shared/ui/button.tsx';
import { useState } from 'react';
import { saveFile } from '../../lib/text/csv.ts';
import type { StatementPaper } from './statement-paper.ts';

type PdfButtonProps = {
  /** Undefined while there is nothing to keep. */
  paper: StatementPaper | undefined;
  /** Of the file. */
  name: string;
};

/** Makes the statement's file when it is pressed: what that takes is loaded then, and not before. */
export function PdfButton({ paper, name }: PdfButtonProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const save = async () => {
    if (!paper) return;
    setState('busy');
    try {
      const { statementPdf } = await import('./statement-pdf.ts');
      saveFile(name, await statementPdf(paper, Date.now()));
      setState('idle');
    } catch (error) {
      console.warn('The PDF file could not be made.', error);
      setState('failed');
    }
  };
  return (
    <>
      <Button variant="secondary" disabled={!paper || state === 'busy'} onClick={save}>
        {state === 'busy' ? 'Making the file…' : 'Download PDF'}
      </Button>
      {state === 'failed' && (
        <p className="small" role="alert">
          The file could not be made. Try again.
        </p>
      )}
    </>
  );
}
