import { segmentOf } from '../page/addresses.ts';

/**
 * What the address of a certificate asks for. `edition` is undefined where it asks for none, NaN
 * where it says something that no edition is called. The first certificates were printed with
 * `/certificate/{id}/{edition}`: that address means the same for good.
 */
export function certificateAsked({ pathname, search }: { pathname: string; search: string }): {
  datId: string;
  edition: number | undefined;
} {
  const said = segmentOf(pathname, 2) || new URLSearchParams(search).get('edition');
  const edition = said && (/^\d{1,9}$/.test(said) ? Number(said) : Number.NaN);
  return { datId: segmentOf(pathname), edition: typeof edition === 'number' ? edition : undefined };
}
