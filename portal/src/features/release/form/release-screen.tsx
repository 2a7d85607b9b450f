import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Screen } from '../../../app/screen.tsx';
import { ReleaseGate } from '../gate.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import { ReleaseForm } from './release-form.tsx';
import './fields.css';
import './release.css';

/** `/release` (R-REL-02): build a release from files, or search an existing one. */
export default function ReleaseScreen() {
  return (
    <Screen title="Release">
      <ReleaseGate waiting={<FormSkeleton />}>
        {(uid) => (
          // What React Aria says of its lists is in the language of the page, not of the browser.
          <I18nProvider locale="en-US">
            <ReleaseForm key={uid} uid={uid} />
          </I18nProvider>
        )}
      </ReleaseGate>
    </Screen>
  );
}
