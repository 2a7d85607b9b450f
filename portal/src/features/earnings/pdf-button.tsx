import { FileButton } from '../../app/file-button.tsx';
import { saveFile } from '../../lib/text/csv.ts';
import type { StatementPaper } from './statement-paper.ts';

type PdfButtonProps = {
  paper: StatementPaper | undefined;
  name: string;
};

async function save(paper: StatementPaper, name: string): Promise<void> {
  const { statementPdf } = await import('./statement-pdf.ts');
  saveFile(name, await statementPdf(paper, Date.now()));
}

export const PdfButton = ({ paper, name }: PdfButtonProps) => (
  <FileButton
    text="Download PDF"
    busyText="Making the file…"
    save={paper && (() => save(paper, name))}
  />
);
