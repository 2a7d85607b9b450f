import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Screen } from '../../../app/screen.tsx';
import { ReleaseGate } from '../gate.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import { ReleaseForm } from './release-form.tsx';
import './fields.css';
import './release.css';

/** `/release` (R-REL-02): builds a release from files, or from an existing one. */
export default function ReleaseScreen() {
  return (
    <Screen title="Release">
      <ReleaseGate waiting={<FormSkeleton />}>
        {(uid) => (
          // React Aria's own texts follow the page's language, not the browser's.
          <I18nProvider locale="en-US">
            <ReleaseForm key={uid} uid={uid} />
          </I18nProvider>
        )}
      </ReleaseGate>
    </Screen>
  );
}
