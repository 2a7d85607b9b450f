import { brandName, footPages, whatTheSiteHas } from './site.ts';

export interface PublicPage {
  readonly path: string;
  readonly title: string;
  readonly heading?: string;
  readonly noindex?: boolean;
}

export const publicPages = [
  {
    path: '/',
    title: `${brandName}: ${whatTheSiteHas}`,
    heading: brandName,
  },
  {
    path: '/home',
    title: 'Songs in numbered editions, and the tokens that pay for them',
    heading: 'Tokens',
  },
  { path: '/dats', title: 'DATS' },
  { path: '/about', title: 'About' },
  ...footPages,
  { path: '/activity/sales', title: 'Sales' },
  {
    path: '/log-format',
    title: 'The format of the public log',
    heading: 'The public log',
  },
  { path: '/viewdat', title: 'DAT', noindex: true },
  { path: '/analytics', title: 'Analytics', noindex: true },
] as const satisfies readonly PublicPage[];

export type PublicPath = (typeof publicPages)[number]['path'];

export type ChangedBy = 'design' | 'works' | 'activity' | 'books';

/** The data that changes each page; 'design' means that no data does. */
export const changedBy: Readonly<Record<PublicPath, ChangedBy>> = {
  '/': 'design',
  '/home': 'works',
  '/dats': 'works',
  '/about': 'design',
  '/activity': 'activity',
  '/activity/sales': 'activity',
  '/data': 'design',
  '/books': 'books',
  '/verify': 'design',
  '/help': 'design',
  '/terms': 'design',
  '/risks': 'design',
  '/log-format': 'design',
  '/viewdat': 'design',
  '/analytics': 'design',
};

/**
 * Returns the page at an address.
 *
 * @throws Error if no public page has it
 */
export function publicPage(path: PublicPath): PublicPage {
  const page: PublicPage | undefined = publicPages.find((each) => each.path === path);
  if (!page) throw new Error(`${path} is not a public page.`);
  return page;
}
