import { tellWhenForSale, type WishState } from '@datchain/shared/contracts/calls/wish.ts';
import { Button, buttonClass } from '@datchain/shared/ui/button.tsx';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../app/back-link.tsx';
import { OwnChoice } from '../../app/own-choice.tsx';
import { Screen } from '../../app/screen.tsx';

/** `/tell/{datId}`: asks for one notification when an edition of a DAT is for sale (N-PPL-13). */
export default function WishScreen() {
  const { datId = '' } = useParams();
  const page = `/viewdat/${encodeURIComponent(datId)}`;
  const back = <BackLink href={page} text="Back to the work" />;
  return (
    <Screen title="Tell me when one is for sale" back={back}>
      <OwnChoice
        callable={tellWhenForSale}
        input={{ datId }}
        isSource={(path) => path === page}
        isOpen={({ isWanted, isForSale }) => !isWanted && !isForSale}
        chosenName={({ isWanted, song }) => (isWanted ? song : undefined)}
      >
        {(wish, { choose, isBusy, isUndo }) => (
          <>
            <p role="status">{formatWish(wish)}</p>
            <div className="actions">
              {wish.isForSale && !wish.isWanted ? (
                <a className={buttonClass()} href={page}>
                  See its page
                </a>
              ) : (
                <Button
                  variant={wish.isWanted ? 'secondary' : 'primary'}
                  disabled={isBusy}
                  onClick={() => choose(!wish.isWanted)}
                >
                  {wish.isWanted ? (isUndo ? 'Undo' : 'Do not tell me') : 'Tell me'}
                </Button>
              )}
            </div>
          </>
        )}
      </OwnChoice>
    </Screen>
  );
}

function formatWish({ isWanted, isForSale, song }: WishState): string {
  if (isWanted)
    return `We will tell you once when an edition of ${song} is for sale, by notification and e-mail.`;
  if (isForSale) return `An edition of ${song} is for sale now.`;
  return `No edition of ${song} is for sale. We can tell you when that changes, by notification and e-mail.`;
}
