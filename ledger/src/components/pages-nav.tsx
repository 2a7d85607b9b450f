import { buttonClass } from '@datchain/shared/ui/button.tsx';
import type { PageLinks } from '../views/page/paging.ts';

/** The way through a list of several pages. Plain links: it works without script. */
export function PagesNav({ links }: { links: PageLinks | undefined }) {
  if (!links) return null;
  const { current, numbers, previous, next } = links;
  return (
    <nav className="pages-nav" aria-label="Pages">
      <End href={previous} rel="prev" text="Previous" />
      <ol className="pages-numbers">
        {numbers.map((link, index) =>
          link ? (
            <li key={link.page}>
              <a
                href={link.href}
                aria-label={`Page ${link.page}`}
                aria-current={link.page === current ? 'page' : undefined}
              >
                {link.page}
              </a>
            </li>
          ) : (
            // A gap is known by the number before it.
            <li key={`after ${numbers[index - 1]?.page}`} aria-hidden="true">
              …
            </li>
          ),
        )}
      </ol>
      <End href={next} rel="next" text="Next" />
    </nav>
  );
}

type EndProps = { href: string | undefined; rel: 'prev' | 'next'; text: string };

function End({ href, rel, text }: EndProps) {
  if (!href) return <span className="pages-end" />;
  const look = buttonClass({ variant: 'secondary', small: true });
  return (
    <a className={`${look} pages-end`} href={href} rel={rel}>
      {text}
    </a>
  );
}
