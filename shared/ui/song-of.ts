/** The song that a play button names, without the label's verb. */
export const songOf = ({ ariaLabel }: Pick<HTMLElement, 'ariaLabel'>): string =>
  (ariaLabel ?? '').replace(/^(Play|Pause) preview of /, '');
