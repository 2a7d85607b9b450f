import { contactAddress } from '@datchain/shared/domain/site.ts';

/** Lets an artist reply by e-mail to the takedown of a work (N-FST-04). */
export function AnswerLink({ song }: { song: string }) {
  const subject = encodeURIComponent(`${song} was taken down`);
  return <a href={`mailto:${contactAddress}?subject=${subject}`}>Answer</a>;
}
