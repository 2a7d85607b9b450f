export const pausePreview = (): void =>
  document
    .querySelector<HTMLElement>('.play:is([data-state="playing"], [data-state="loading"])')
    ?.click();
