import type { ReactNode } from 'react';

type SectionProps = {
  id: string;
  title: ReactNode;
  aside?: ReactNode;
  rule?: boolean;
  className?: string;
  headClassName?: string;
  children: ReactNode;
};

const classes = (...names: (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ');

export function Section(props: SectionProps) {
  const { id, title, aside, rule, className, headClassName, children } = props;
  return (
    <section className={classes('section', className)} aria-labelledby={id}>
      <div className={classes('section-head', rule && 'section-rule', headClassName)}>
        <h2 className="h2" id={id}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
