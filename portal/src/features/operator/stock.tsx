import type { OperatorDesk } from '@datchain/shared/contracts/calls/operators.ts';
import type { StockChange } from '@datchain/shared/contracts/documents/decision.ts';
import { rates } from '@datchain/shared/domain/config.ts';
import { formatCents, formatTokens } from '@datchain/shared/domain/format.ts';
import { stockProblem } from '@datchain/shared/domain/stock.ts';
import { readAmount, readQuantity } from '@datchain/shared/domain/typed-amount.ts';
import { AmountField } from '@datchain/shared/ui/amount-field.tsx';
import { Button } from '@datchain/shared/ui/button.tsx';
import { QuantityField } from '@datchain/shared/ui/quantity-field.tsx';
import { type FormEvent, useState } from 'react';
import { DeskList, DeskRow } from './desk-list.tsx';
import type { Ask } from './question.ts';
import { changingStock } from './questions.ts';

/**
 * Shows the tokens that the platform and users have on sale, and a form for the platform's part
 * (N-LCH-01).
 */
export function Stock({ stock, onAsk }: Pick<OperatorDesk, 'stock'> & { onAsk: Ask }) {
  const onSale = stock.filter(
    ({ platformQty, reserved, offered }) => platformQty + reserved + offered,
  );
  return (
    <>
      <DeskList
        title="Tokens on sale"
        note="The platform’s are sold before what users offer"
        empty="Nothing is on sale: nobody can buy tokens."
        rows={onSale}
      >
        {({ priceCents, platformQty, reserved, offered }) => (
          <DeskRow key={priceCents} name={formatCents(priceCents)} by="per token">
            {platformQty > 0 && <span>{formatTokens(platformQty)} of the platform’s</span>}
            {reserved > 0 && <span>{formatTokens(reserved)} held by unpaid orders</span>}
            {offered > 0 && <span>{formatTokens(offered)} offered by users</span>}
          </DeskRow>
        )}
      </DeskList>
      <StockForm onAsk={onAsk} />
    </>
  );
}

function StockForm({ onAsk }: { onAsk: Ask }) {
  const [price, setPrice] = useState('');
  const [qty, setQty] = useState('');
  const [errors, setErrors] = useState<{ price?: string; qty?: string }>({});
  const ask = (what: StockChange) => {
    const cents = readAmount(price);
    if (typeof cents !== 'number') return setErrors({ price: cents.sentence });
    const input = { priceCents: cents, qty: readQuantity(qty) };
    const problem = stockProblem(input);
    setErrors(problem ? { [problem.field]: problem.sentence } : {});
    if (!problem) onAsk(changingStock({ ...input, what, key: crypto.randomUUID() }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask('issue-tokens');
  };
  return (
    <form className="desk-stock" noValidate onSubmit={submit}>
      <AmountField
        label="Price per token (USD)"
        value={price}
        onChange={setPrice}
        error={errors.price}
      />
      <QuantityField
        label="Quantity"
        value={qty}
        onChange={setQty}
        step={1_000}
        max={rates.maxOrderQty}
        error={errors.qty}
      />
      <div className="actions">
        <Button type="submit" variant="secondary">
          Put on sale
        </Button>
        <Button variant="secondary" onClick={() => ask('withdraw-tokens')}>
          Withdraw
        </Button>
      </div>
    </form>
  );
}
