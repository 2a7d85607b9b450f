import type { Profile } from '@datchain/shared/domain/release/draft.ts';
import { useState } from 'react';
import { searchUsers } from '../../../lib/data/find-users.ts';
import { fieldId } from './field-id.ts';
import { useUserSearch } from './use-user-search.ts';
import { UserComboBox } from './user-combo-box.tsx';

const DEBOUNCE_MILLIS = 500;
const MAX_QUERY_LENGTH = 80;

type ArtistSearchProps = {
  selected: Profile | null;
  onSelect: (profile: Profile | null) => void;
  error?: string | undefined;
};

const nameOf = ({ artistName, username }: Profile): string => `${artistName} (@${username})`;

/** Picks an existing artist by username or artist name (R-REL-03, R-REL-11). */
export function ArtistSearch({ selected, onSelect, error }: ArtistSearchProps) {
  const id = fieldId('selectedArtist');
  const [text, setText] = useState(selected ? nameOf(selected) : '');
  const [refusal, setRefusal] = useState<string>();
  const isChosen = selected !== null && text === nameOf(selected);
  const query = isChosen || text.trim().replace('@', '') === '' ? undefined : text.trim();
  const search = useUserSearch(query, searchUsers, DEBOUNCE_MILLIS);
  const problem = refusal ?? error;

  const pick = (profile: Profile) => {
    if (profile.accountType === 'Artist') {
      setText(nameOf(profile));
      setRefusal(undefined);
      onSelect(profile);
      return;
    }
    setRefusal(`@${profile.username} is a fan account, not an artist profile.`);
  };

  return (
    <div className="field">
      <div className="field-head">
        <label className="field-label" htmlFor={id} id={`${id}-label`}>
          Artist
        </label>
      </div>
      <UserComboBox
        id={id}
        inputClass="input"
        placeholder="Artist name or @username"
        maxLength={MAX_QUERY_LENGTH}
        text={text}
        onText={(next) => {
          setText(next);
          setRefusal(undefined);
          if (selected && next !== nameOf(selected)) onSelect(null);
        }}
        search={search}
        onPick={pick}
        invalid={problem !== undefined}
        describedBy={problem && `${id}-error`}
      />
      <div aria-live="polite">
        {problem && (
          <p className="field-error" id={`${id}-error`}>
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}
