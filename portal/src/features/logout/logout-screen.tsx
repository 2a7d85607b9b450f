import { useEffect, useState } from 'react';
import { Screen } from '../../app/screen.tsx';
import { Trouble } from '../../app/trouble.tsx';
import { signOut } from '../../lib/session.ts';

/** `/logout`: ends the session in every tab, then goes to /home (SPEC §4, Session). */
export default function LogoutScreen() {
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    signOut().then(() => location.replace('/home'), setFailure);
  }, []);
  if (failure) return <Trouble error={failure} />;
  return <Screen title="Log out" heading="Logging out…" />;
}
