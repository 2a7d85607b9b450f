import * as v from 'valibot';
import { checkArtistName } from '../../domain/release/artist-name.ts';
import { typedLine } from '../public-text.ts';

/** Claims the name of a new artist account before its documents are written. */
export const claimArtistName = {
  name: 'claimArtistName',
  input: v.strictObject({
    artistName: v.pipe(
      typedLine,
      v.rawCheck(({ dataset, addIssue }) => {
        const message = dataset.typed ? checkArtistName(dataset.value) : undefined;
        if (message) addIssue({ message });
      }),
    ),
  }),
  output: v.object({ artistName: v.string() }),
} as const;
