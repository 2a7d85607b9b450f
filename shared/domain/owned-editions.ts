/** An edition's state on the owner's page (R-OWN-04): sold on, offered, or there to be offered. */
export type OwnedEditionState = 'sold' | 'forSale' | 'listable';

export type OwnedEdition = { readonly sold: boolean; readonly isForSale: boolean } | undefined;

/** Sold when it was sold on, and by default when it is not owned (R-OWN-04). */
export function ownedEditionState(edition: OwnedEdition): OwnedEditionState {
  if (!edition || edition.sold) return 'sold';
  return edition.isForSale ? 'forSale' : 'listable';
}

/** 'Sell DAT' appears only for a sold-out DAT and an edition neither sold nor for sale (R-OWN-04). */
export const canSell = (isSoldOut: boolean, edition: OwnedEdition): boolean =>
  isSoldOut && ownedEditionState(edition) === 'listable';
