export const songOf = ({ ariaLabel }: Pick<HTMLElement, 'ariaLabel'>): string =>
  (ariaLabel ?? '').replace(/^(Play|Pause) preview of /, '');
