import { type Account, changeAccount } from '@datchain/shared/contracts/calls/account.ts';
import { profilePicturePath } from '@datchain/shared/contracts/profile-picture.ts';
import { MINUTE_MILLIS } from '@datchain/shared/domain/time.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { Field } from '@datchain/shared/ui/field.tsx';
import { useState } from 'react';
import { FormDialog } from '../../app/form-dialog.tsx';
import { call } from '../../lib/calls/callables.ts';
import { limitsText } from '../../lib/files/limits-text.ts';
import { cutSquare, notShown } from '../../lib/files/square.ts';
import { loadConfig } from '../../lib/firebase/config.ts';
import { idToken } from '../../lib/session/session.ts';
import { sentenceOfFailure } from './changes.ts';

type PictureDialogProps = {
  uid: string;
  hasPicture: boolean;
  onDone: (next: Account) => void;
  onClose: () => void;
};

async function put(uid: string, picture: File): Promise<Account> {
  await uploadPicture(uid, picture);
  return call(changeAccount, { picture: 'uploaded' });
}

export function PictureDialog({ uid, hasPicture, onDone, onClose }: PictureDialogProps) {
  const [file, setFile] = useState<File>();
  const [wrong, setWrong] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  const act = async (run: () => Promise<Account>) => {
    setBusy(true);
    setProblem('');
    try {
      onDone(await run());
    } catch (error) {
      console.warn('The picture was not changed', error);
      setProblem(sentenceOfFailure(error));
      setBusy(false);
    }
  };
  const submit = async () => {
    const { checkFile } = await import('../../lib/files/check-file.ts');
    const refused = file ? await checkFile('profileImage', file) : 'Choose a picture.';
    setWrong(refused ?? '');
    if (!file || refused) return document.getElementById('account-picture')?.focus();
    const square = await cutSquare(file);
    if (!square) return setWrong(notShown);
    await act(() => put(uid, square));
  };

  return (
    <FormDialog
      title="Change picture"
      isBusy={isBusy}
      verb="Change"
      busyVerb="Changing…"
      also={
        hasPicture && (
          <Button
            variant="secondary"
            disabled={isBusy}
            onClick={() => act(() => call(changeAccount, { picture: 'none' }))}
          >
            Remove
          </Button>
        )
      }
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        id="account-picture"
        label="Picture"
        hint={`${limitsText('profileImage')} It is cut to a square.`}
        error={wrong}
      >
        {(control) => (
          <span className="account-file">
            <input
              {...control}
              type="file"
              className="visually-hidden"
              accept="image/png,image/jpeg,image/webp"
              disabled={isBusy}
              onChange={({ currentTarget }) => {
                setFile(currentTarget.files?.[0]);
                setWrong('');
              }}
            />
            <label
              className={buttonClass({ variant: 'plain' })}
              htmlFor={control.id}
              aria-hidden="true"
            >
              {file ? 'Choose another file' : 'Choose a file'}
            </label>
            <span className="account-file-name muted small">{file?.name}</span>
          </span>
        )}
      </Field>
    </FormDialog>
  );
}

const BOUNDARY = 'a-picture-of-a-user';

/**
 * Uploads a user's picture to Storage in one request, because the SDK would cost 30 KB.
 *
 * @throws when it did not arrive whole
 */
async function uploadPicture(uid: string, picture: File): Promise<void> {
  const { local, storageBucket } = await loadConfig();
  const origin = local?.storage ?? 'https://firebasestorage.googleapis.com';
  const name = profilePicturePath(uid);
  const about = { name, contentType: picture.type, metadata: { uploader: uid } };
  const body = new Blob([
    `--${BOUNDARY}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n`,
    `${JSON.stringify(about)}\r\n--${BOUNDARY}\r\nContent-Type: ${picture.type}\r\n\r\n`,
    picture,
    `\r\n--${BOUNDARY}--`,
  ]);
  const place = `${origin}/v0/b/${storageBucket}/o?name=${encodeURIComponent(name)}`;
  const response = await fetch(place, {
    method: 'POST',
    headers: {
      authorization: `Firebase ${await idToken(uid)}`,
      'content-type': `multipart/related; boundary=${BOUNDARY}`,
      'x-goog-upload-protocol': 'multipart',
    },
    body,
    signal: AbortSignal.timeout(MINUTE_MILLIS),
  });
  if (!response.ok) throw new Error(`Storage answered ${response.status}.`);
}
