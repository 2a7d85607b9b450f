import { useEffect, useState } from 'react';
import { Screen } from '../../app/screen.tsx';
import { Trouble } from '../../app/trouble.tsx';
import { signOut } from '../../lib/session/session.ts';

let leaving: Promise<void> | undefined;

/** Once a page: the end of the session draws the screen again. */
function leave(): Promise<void> {
  leaving ??= signOut().then(() => location.replace('/home'));
  return leaving;
}

/** `/logout`: ends the session in every tab, then goes to /home (R-NAV-04). */
export default function LogoutScreen() {
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    leave().catch(setFailure);
  }, []);
  if (failure) return <Trouble error={failure} />;
  return <Screen title="Log out" heading="Logging out…" />;
}
