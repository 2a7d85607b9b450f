import { readPathSegment } from '../page/addresses.ts';

/**
 * Reads the address of a certificate. `edition` is undefined without one, NaN for a malformed number. The first
 * certificates were printed with `/certificate/{id}/{edition}`, so that form must keep working.
 */
export function certificateAsked({ pathname, search }: { pathname: string; search: string }): {
  datId: string;
  edition: number | undefined;
} {
  const said = readPathSegment(pathname, 2) || new URLSearchParams(search).get('edition');
  const edition = said && (/^\d{1,9}$/.test(said) ? Number(said) : Number.NaN);
  return {
    datId: readPathSegment(pathname),
    edition: typeof edition === 'number' ? edition : undefined,
  };
}
