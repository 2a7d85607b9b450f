import { contactAddress } from '@datchain/shared/domain/site.ts';

/** Where an artist answers why a work of theirs was taken down (N-FST-04). */
export function AnswerLink({ song }: { song: string }) {
  const subject = encodeURIComponent(`${song} was taken down`);
  return <a href={`mailto:${contactAddress}?subject=${subject}`}>Answer</a>;
}
