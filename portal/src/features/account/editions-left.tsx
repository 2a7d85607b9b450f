import type { LeftEdition } from '@datchain/shared/contracts/calls/account.ts';
import type { EditionFate } from '@datchain/shared/domain/books/gifts.ts';
import { TextField } from '@datchain/shared/ui/text-field.tsx';
import { SelectField } from '../../app/select-field.tsx';

export interface Parting {
  readonly fates: Readonly<Record<string, EditionFate>>;
  readonly username: string;
}

export const nothingDecided: Parting = { fates: {}, username: '' };

const idOf = ({ datId, number }: LeftEdition): string => `${datId}#${number}`;

/** Returns the decision about an edition: kept by default, because that gives nothing away. */
const readFate = (edition: LeftEdition, { fates }: Parting): EditionFate =>
  fates[idOf(edition)] ?? 'kept';

export const decided = (editions: readonly LeftEdition[], parting: Parting) => ({
  editions: editions.map((edition) => ({
    datId: edition.datId,
    number: edition.number,
    becomes: readFate(edition, parting),
  })),
  ...(parting.username === '' ? {} : { username: parting.username }),
});

type EditionsLeftProps = {
  editions: readonly LeftEdition[];
  parting: Parting;
  onChange: (parting: Parting) => void;
};

/** Asks what happens to each edition before its owner's account is deleted (N-FST-06). */
export function EditionsLeft({ editions, parting, onChange }: EditionsLeftProps) {
  if (editions.length === 0) return null;
  const isGiving = editions.some((edition) => readFate(edition, parting) === 'given');
  const isKeeping = editions.some((edition) => readFate(edition, parting) === 'kept');
  return (
    <>
      <p>
        First decide what happens to your{' '}
        {editions.length === 1 ? 'edition' : `${editions.length} editions`}.
      </p>
      {editions.map((edition) => (
        <SelectField
          key={idOf(edition)}
          id={`fate-${idOf(edition)}`}
          label={`DAT #${edition.number} of ${edition.song}`}
          value={readFate(edition, parting)}
          options={[
            ['kept', 'Keep it unnamed for good'],
            ...(edition.creator === ''
              ? []
              : [['returned', `Give it back to @${edition.creator}`] as const]),
            ['given', 'Give it to another user'],
          ]}
          onChange={(fate) =>
            onChange({
              ...parting,
              fates: { ...parting.fates, [idOf(edition)]: fate as EditionFate },
            })
          }
        />
      ))}
      {isGiving && (
        <TextField
          id="account-heir"
          label="Username of the new owner"
          hint="They are told at once, and cannot give it back to you."
          maxLength={51}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={parting.username}
          onChange={(username) => onChange({ ...parting, username })}
        />
      )}
      {isKeeping && (
        <p className="small muted">
          An edition you keep is shown without a name for good. Nobody can buy it, and it earns
          nothing more.
        </p>
      )}
    </>
  );
}
