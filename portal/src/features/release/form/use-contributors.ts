import type { Contributor } from '@datchain/shared/domain/dats.ts';
import { checkReading } from '@datchain/shared/domain/public-text.ts';
import {
  addContributor,
  type ContributorList,
  freeContributor,
  mostContributors,
  pickedContributor,
} from '@datchain/shared/domain/release/contributors.ts';
import type { Profile } from '@datchain/shared/domain/release/draft.ts';
import { userQuery } from '@datchain/shared/domain/release/rank-profiles.ts';
import { useRef, useState } from 'react';
import { lookUpUsernames } from '../../../lib/data/find-users.ts';
import { useUserSearch } from './use-user-search.ts';
import { LOOKUP_FAILED } from './user-combo-box.tsx';

const DEBOUNCE_MILLIS = 300;

/** Tells whether a lookup starts: @ with at least one letter (R-REL-07). */
const isLookup = (text: string): boolean => /^@./u.test(text.trim());

type List = {
  readonly list: ContributorList;
  readonly value: readonly Contributor[];
  readonly onChange: (value: readonly Contributor[]) => void;
};

/** Handles typing into a list of contributors (R-REL-07). */
export function useContributors({ list, value, onChange }: List) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  /** Announces changes to screen readers, which do not see the tags. */
  const [news, setNews] = useState('');
  const typed = useRef('');
  const most = mostContributors(list);
  const search = useUserSearch(
    isLookup(text) ? text.trim() : undefined,
    lookUpUsernames,
    DEBOUNCE_MILLIS,
  );

  const type = (next: string) => {
    typed.current = next;
    setText(next);
    setError(undefined);
  };

  const add = (contributor: Contributor) => {
    const next = addContributor(value, list, contributor);
    if (next === value && value.length >= most) return setError(`${most} is the maximum.`);
    type('');
    if (next === value) return setNews(`${contributor.tag} is already in the list.`);
    onChange(next);
    setNews(`${contributor.tag} added, ${next.length} of ${most}.`);
  };
  const pick = ({ uid, username }: Profile) => add(pickedContributor(uid, username));

  /** Adds a user by their exact @ name; anything else after an @ is an error. */
  const addUser = async (name: string) => {
    const found =
      search.state === 'found'
        ? search.profiles
        : await lookUpUsernames(name, new AbortController().signal).catch(() => undefined);
    if (typed.current.trim() !== name) return;
    if (!found) return setError(LOOKUP_FAILED);
    const exact = found.find(({ username }) => userQuery(username) === userQuery(name));
    if (exact) pick(exact);
    else setError(`No user is called ${name}. Choose one from the list, or leave out the @.`);
  };

  const addTyped = () => {
    const now = text.trim();
    if (now.startsWith('@')) void addUser(now);
    else if (now === '') type('');
    else if (checkReading(now)) setError(checkReading(now));
    else add(freeContributor(now));
  };

  const remove = (tag: string) => {
    const next = value.filter((one) => one.tag !== tag);
    setError(undefined);
    onChange(next);
    setNews(`${tag} removed, ${next.length} of ${most}.`);
  };

  const isLookupFailed = error === LOOKUP_FAILED;

  return {
    text,
    type,
    error,
    isLookupFailed,
    news,
    most,
    search,
    pick,
    addTyped,
    // Leaving the field does not retry a failed lookup; Enter does.
    leave: isLookupFailed ? undefined : addTyped,
    remove,
    removeLast: () => {
      const last = value.at(-1);
      if (last) remove(last.tag);
    },
  };
}
