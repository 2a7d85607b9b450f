import { Screen } from '../../../app/screen.tsx';
import { ReleaseGate } from '../gate.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import { ReleaseForm } from './release-form.tsx';
import './fields.css';
import './release.css';

/** `/release` (SPEC §2): build a release from files, or search an existing one. */
export default function ReleaseScreen() {
  return (
    <Screen title="Release">
      <ReleaseGate waiting={<FormSkeleton />}>
        {(uid) => <ReleaseForm key={uid} uid={uid} />}
      </ReleaseGate>
    </Screen>
  );
}
