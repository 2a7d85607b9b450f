/** Pauses the preview that is heard on this page, as a press on its button does. */
export const pausePreview = (): void =>
  document
    .querySelector<HTMLElement>('.play:is([data-state="playing"], [data-state="loading"])')
    ?.click();
