import type { NewArtist, Profile } from '@datchain/shared/domain/release/draft.ts';
import {
  artistTextLength,
  type NewArtistField,
} from '@datchain/shared/domain/release/new-artist.ts';
import { countries, unitedStates, usStates } from '@datchain/shared/domain/release/places.ts';
import { Button } from '@datchain/shared/ui/button.tsx';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { SelectField } from '../../../app/select-field.tsx';
import { limitsText } from '../../../lib/files/limits-text.ts';
import { ChosenPicture } from './chosen-files.tsx';
import { fieldId } from './field-id.ts';
import { FileField } from './file-field.tsx';
import { useNewArtist } from './use-new-artist.ts';

type NewArtistFormProps = {
  artist: NewArtist;
  onChange: (artist: NewArtist) => void;
  onCreated: (artist: Profile) => void;
  /** The release's own error: that there is no account yet. */
  error?: string | undefined;
};

const named = (names: readonly string[]) => names.map((name) => [name, name] as const);

/**
 * Creates a new artist account within the form (R-REL-04). Password and picture are never stored.
 */
export function NewArtistForm({ artist, onChange, onCreated, error }: NewArtistFormProps) {
  const [password, setPassword] = useState('');
  const [picture, setPicture] = useState<File | null>(null);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const { state, create } = useNewArtist(onCreated);
  const busy = state.step === 'busy';
  const problem = state.step === 'editing' ? state.problem : undefined;

  useEffect(() => {
    setChanged([]);
    const [first] = problem?.fields ?? [];
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [problem]);

  const errorOf = (name: NewArtistField) => {
    if (problem?.fields.includes(name) && !changed.includes(name))
      return problem.others?.[name] ?? problem.message;
    return name === 'email' ? error : undefined;
  };
  const field = (name: NewArtistField & keyof NewArtist) => ({
    name,
    value: artist[name],
    disabled: busy,
    error: errorOf(name),
    onChange: (text: string) => {
      setChanged([...changed, name]);
      onChange({ ...artist, [name]: text });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void create({ artist, password, picture });
  };

  return (
    <form
      className="new-artist stack"
      noValidate
      onSubmit={submit}
      ref={form}
      aria-label="New artist account"
    >
      <div className="form-error" role="alert">
        {problem && problem.fields.length === 0 && (
          <p className="notice notice-alert">{problem.message}</p>
        )}
      </div>
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        id={fieldId('email')}
        {...field('email')}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters."
        value={password}
        disabled={busy}
        error={errorOf('password')}
        onChange={(text) => {
          setChanged([...changed, 'password']);
          setPassword(text);
        }}
      />
      <TextField
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={50}
        hint="The works show it, so it cannot be changed later."
        {...field('username')}
      />
      <TextField
        label="Artist name"
        autoComplete="off"
        maxLength={artistTextLength}
        {...field('artistName')}
      />
      <TextField label="City" autoComplete="off" maxLength={artistTextLength} {...field('city')} />
      <SelectField
        label="Country"
        value={artist.country}
        disabled={busy}
        options={named(countries)}
        onChange={(country) => onChange({ ...artist, country })}
      />
      {artist.country === unitedStates && (
        <SelectField
          label="State"
          prompt="Choose a state"
          options={named(usStates)}
          {...field('state')}
        />
      )}
      <FileField
        kind="profileImage"
        label="Profile image, optional"
        hint={limitsText('profileImage')}
        file={picture}
        disabled={busy}
        onChange={setPicture}
      >
        {picture && <ChosenPicture file={picture} round />}
      </FileField>
      <Button type="submit" variant="secondary" wide disabled={busy}>
        {busy ? 'Creating account…' : 'Create account'}
      </Button>
    </form>
  );
}
