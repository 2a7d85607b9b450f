import type { Profile } from '@datchain/shared/domain/release/draft.ts';
import {
  createContext,
  type KeyboardEvent,
  memo,
  type Ref,
  use,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useRef,
} from 'react';
import { ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components/ComboBox';
import type { UserSearch } from './use-user-search.ts';

type UserComboBoxProps = {
  /** The id of the input; its label has the id `${id}-label`. */
  id: string;
  describedBy?: string | undefined;
  text: string;
  onText: (text: string) => void;
  search: UserSearch;
  onPick: (profile: Profile) => void;
  maxLength: number;
  placeholder: string;
  invalid?: boolean;
  /** Called on Enter without a highlighted option. */
  onEnter?: () => void;
  onBackspace?: () => void;
  onLeave?: (() => void) | undefined;
  inputRef?: Ref<HTMLInputElement>;
  inputClass: string;
};

/*
 * React Aria adds a style element for pressable elements, which the content security policy
 * forbids. It adds none where an element with this id exists; fields.css has the rule.
 */
const STYLE_ID = 'react-aria-pressable-style';
if (!document.getElementById(STYLE_ID)) {
  document.head.append(Object.assign(document.createElement('meta'), { id: STYLE_ID }));
}

const nobody: readonly Profile[] = [];

/** A failed lookup says nothing about the name (N-FST-05). */
export const LOOKUP_FAILED = 'Could not look up usernames. Try again, or leave out the @.';

const emptyText: Readonly<Record<UserSearch['state'], string>> = {
  idle: '',
  searching: 'Searching…',
  failed: LOOKUP_FAILED,
  found: 'No user found.',
};

const TypedContext = createContext<UserComboBoxProps | undefined>(undefined);

/**
 * An input that finds users, with a list below for arrow keys.
 *
 * Only the input renders with each key; the list is deferred. React Aria answers each new text with
 * another update. After 50 of those without a pause, as when someone types on a busy device, React
 * throws "Maximum update depth exceeded".
 */
export function UserComboBox(props: UserComboBoxProps) {
  const { id, describedBy, invalid = false } = props;
  const text = useDeferredValue(props.text);
  const search = useDeferredValue(props.search);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const onPick = useCallback((profile: Profile) => latest.current.onPick(profile), []);
  return (
    <TypedContext value={props}>
      <UserList
        id={id}
        describedBy={describedBy}
        invalid={invalid}
        text={text}
        search={search}
        onPick={onPick}
      />
    </TypedContext>
  );
}

type UserListProps = Pick<
  UserComboBoxProps,
  'id' | 'describedBy' | 'text' | 'search' | 'onPick'
> & {
  invalid: boolean;
};

const UserList = memo(function UserList(props: UserListProps) {
  const { id, describedBy, invalid, text, search, onPick } = props;
  const profiles = search.state === 'found' ? search.profiles : nobody;
  return (
    <ComboBox
      id={id}
      className="combo"
      aria-labelledby={`${id}-label`}
      {...(describedBy && { 'aria-describedby': describedBy })}
      isInvalid={invalid}
      items={profiles}
      value={null}
      inputValue={text}
      onChange={(uid) => {
        const picked = profiles.find((profile) => profile.uid === uid);
        if (picked) onPick(picked);
      }}
      allowsCustomValue
      allowsEmptyCollection={search.state !== 'idle'}
    >
      <TypedInput />
      <Popover className="combo-list" offset={4}>
        <ListBox<Profile>
          renderEmptyState={() => <p className="combo-empty">{emptyText[search.state]}</p>}
        >
          {(profile) => <UserOption profile={profile} />}
        </ListBox>
      </Popover>
    </ComboBox>
  );
});

function TypedInput() {
  const props = use(TypedContext);
  if (!props) return null;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    if (event.key === 'Enter' && !input.getAttribute('aria-activedescendant')) {
      event.preventDefault();
      props.onEnter?.();
    }
    if (event.key === 'Backspace' && input.value === '') props.onBackspace?.();
  };
  return (
    <Input
      ref={props.inputRef}
      className={props.inputClass}
      maxLength={props.maxLength}
      placeholder={props.placeholder}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={props.text}
      onChange={(event) => props.onText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={props.onLeave}
    />
  );
}

function UserOption({ profile }: { profile: Profile }) {
  const { uid, username, artistName, accountType, imageUrl, isConfirmed } = profile;
  const isConfirmedArtist = accountType === 'Artist' && isConfirmed;
  return (
    <ListBoxItem
      id={uid}
      className="combo-option"
      textValue={[artistName, `@${username}`].filter(Boolean).join(' ')}
    >
      {imageUrl ? (
        <img className="avatar" src={imageUrl} alt="" width={40} height={40} />
      ) : (
        <span className="avatar" />
      )}
      <span className="combo-names">
        <strong>{artistName || `@${username}`}</strong>
        <span className="muted">{artistName && `@${username}`}</span>
      </span>
      <span className="muted small">{isConfirmedArtist ? 'Confirmed artist' : accountType}</span>
    </ListBoxItem>
  );
}
