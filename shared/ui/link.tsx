import type { ComponentType, ReactNode } from 'react';

export type LinkProps = {
  href: string;
  className?: string;
  children: ReactNode;
  'aria-current'?: 'page' | 'true' | undefined;
};

/** The component that draws links: the portal passes router links, static pages use anchors. */
export type LinkComponent = ComponentType<LinkProps>;

export function PlainLink({ href, children, ...rest }: LinkProps) {
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  );
}
