import type { Contributor } from '@datchain/shared/domain/dats.ts';
import {
  type ContributorList,
  contributorTagLength,
} from '@datchain/shared/domain/release/contributors.ts';
import { CloseIcon } from '@datchain/shared/ui/icons.tsx';
import { useId, useRef } from 'react';
import { Button, Tag, TagGroup, TagList } from 'react-aria-components/TagGroup';
import { useContributors } from './use-contributors.ts';
import { UserComboBox } from './user-combo-box.tsx';

type ContributorsFieldProps = {
  list: ContributorList;
  label: string;
  value: readonly Contributor[];
  onChange: (value: readonly Contributor[]) => void;
};

/** A list of credited people: free tags, and users picked by @username (R-REL-07). */
export function ContributorsField({ list, label, value, onChange }: ContributorsFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const field = useContributors({ list, value, onChange });
  const { error, most } = field;

  return (
    <div className="field">
      <div className="field-head">
        <label className="field-label" htmlFor={id} id={`${id}-label`}>
          {label}
        </label>
        <span className="field-count" id={`${id}-count`}>
          {value.length} of {most}
        </span>
      </div>
      <div className="tag-box" data-invalid={error ? true : undefined}>
        {value.length > 0 && (
          <ContributorTags
            label={label}
            value={value}
            onRemove={(tag) => {
              field.remove(tag);
              if (value.length === 1) input.current?.focus();
            }}
          />
        )}
        <UserComboBox
          id={id}
          inputRef={input}
          inputClass={field.isLookupFailed ? 'tag-input lookup-failed' : 'tag-input'}
          placeholder={value.length < most ? 'Name or @username' : ''}
          maxLength={contributorTagLength}
          text={field.text}
          onText={field.type}
          search={field.search}
          onPick={field.pick}
          onEnter={field.addTyped}
          onBackspace={field.removeLast}
          onLeave={field.leave}
          invalid={error !== undefined}
          describedBy={error ? `${id}-error ${id}-count` : `${id}-count`}
        />
      </div>
      <div aria-live="polite">
        {error && (
          <p className="field-error" id={`${id}-error`}>
            {error}
          </p>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {field.news}
      </p>
    </div>
  );
}

type ContributorTagsProps = {
  label: string;
  value: readonly Contributor[];
  onRemove: (tag: string) => void;
};

function ContributorTags({ label, value, onRemove }: ContributorTagsProps) {
  return (
    <TagGroup
      className="tags"
      aria-label={`${label}, added`}
      onRemove={(tags) => {
        for (const tag of tags) onRemove(String(tag));
      }}
    >
      <TagList className="tags-list">
        {value.map(({ tag }) => (
          <Tag key={tag} id={tag} textValue={tag} className="tag">
            <span className="tag-text">{tag}</span>
            <Button slot="remove" className="tag-remove" aria-label={`Remove ${tag}`}>
              <CloseIcon />
            </Button>
          </Tag>
        ))}
      </TagList>
    </TagGroup>
  );
}
