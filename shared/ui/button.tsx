import type { ComponentProps } from 'react';

export type ButtonLook = {
  /** The weight of the button; a view has one primary button. */
  variant?: 'primary' | 'secondary' | 'plain';
  small?: boolean;
  /** Full width on a phone. */
  wide?: boolean;
};

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
