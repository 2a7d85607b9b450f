/** An edition's state on its owner's page (R-OWN-04): sold on, for sale, or free to list. */
export type OwnedEditionState = 'sold' | 'forSale' | 'listable';

export type OwnedEdition = { readonly sold: boolean; readonly isForSale: boolean } | undefined;

/** Returns the state on the owner's page; 'sold' also for an edition they do not own (R-OWN-04). */
export function ownedEditionState(edition: OwnedEdition): OwnedEditionState {
  if (!edition || edition.sold) return 'sold';
  return edition.isForSale ? 'forSale' : 'listable';
}

/** Says whether 'Sell DAT' shows: only in a sold-out DAT, for an edition neither sold nor for sale (R-OWN-04). */
export const canSell = (isSoldOut: boolean, edition: OwnedEdition): boolean =>
  isSoldOut && ownedEditionState(edition) === 'listable';
