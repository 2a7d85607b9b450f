/** The text below the editions of Collection while none is chosen. */
export const choiceText = (hasOffer: boolean): string =>
  hasOffer ? 'Choose an edition' : 'No edition is for sale';
