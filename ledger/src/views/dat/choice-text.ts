export const choiceText = (hasOffer: boolean): string =>
  hasOffer ? 'Choose an edition' : 'No edition is for sale';
