export type StatusKind =
  | 'sold'
  | 'paid'
  | 'forSale'
  | 'resale'
  | 'notListed'
  | 'onItsWay'
  | 'returned'
  | 'failed';

const words: Record<StatusKind, { text: string; look: string }> = {
  sold: { text: 'Sold', look: 'status' },
  paid: { text: 'Paid', look: 'status' },
  forSale: { text: 'For Sale', look: 'status status-accent' },
  resale: { text: 'For Sale, resale', look: 'status status-accent status-resale' },
  notListed: { text: 'Not listed', look: 'status status-hollow' },
  onItsWay: { text: 'On its way', look: 'status status-half' },
  returned: { text: 'Returned', look: 'status status-alert' },
  failed: { text: 'Failed', look: 'status status-alert' },
};

/** A square with a word; the word alone has the meaning. `text` replaces the default word. */
export function Status({ kind, text }: { kind: StatusKind; text?: string }) {
  return <span className={words[kind].look}>{text ?? words[kind].text}</span>;
}
