import type { Contributor } from '@datchain/shared/domain/dats.ts';
import { CloseIcon } from '@datchain/shared/ui/icons.tsx';
import { Button, Tag, TagGroup, TagList } from 'react-aria-components/TagGroup';

type ContributorTagsProps = {
  label: string;
  value: readonly Contributor[];
  onRemove: (tag: string) => void;
};

/** Who is in the list: each can be removed by its button, or with Delete and Backspace. */
export function ContributorTags({ label, value, onRemove }: ContributorTagsProps) {
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
