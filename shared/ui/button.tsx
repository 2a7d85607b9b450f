import type { ComponentProps } from 'react';

export type ButtonLook = {
  /** One primary per view. */
  variant?: 'primary' | 'secondary' | 'plain';
  small?: boolean;
  /** Full width on a phone. */
  wide?: boolean;
};

/** Classes of a button, for a link that should look like one. */
export function buttonClass({ variant = 'primary', small, wide }: ButtonLook = {}): string {
  return `button button-${variant}${small ? ' button-small' : ''}${wide ? ' button-wide' : ''}`;
}

export function Button({ variant, small, wide, ...rest }: ButtonLook & ComponentProps<'button'>) {
  const look = buttonClass({
    ...(variant && { variant }),
    ...(small && { small }),
    ...(wide && { wide }),
  });
  return <button type="button" {...rest} className={look} />;
}
