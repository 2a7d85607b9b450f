/** The song that a play button names; its label begins with what a press does. */
export const songOf = ({ ariaLabel }: Pick<HTMLElement, 'ariaLabel'>): string =>
  (ariaLabel ?? '').replace(/^(Play|Pause) preview of /, '');
