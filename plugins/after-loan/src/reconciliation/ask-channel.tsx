import { ApiError, Button, call, formatDateTime, formatMoney, useText } from '@kituo/sdk';
import { reconciliation } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { useState } from 'react';

type Told = ReplyOf<typeof reconciliation.askChannel>['told'];

/** Asks the channel for a payment that its statement has not, before somebody reverses it. */
export function AskChannel({ diffId }: { readonly diffId: string }) {
  const t = useText();
  const [told, setTold] = useState<Told | undefined>(undefined);
  const [fault, setFault] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const ask = async (): Promise<void> => {
    setPending(true);
    setFault(null);
    try {
      setTold((await call(reconciliation.askChannel, { diffId }, { quiet: true })).told);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.msg);
    } finally {
      setPending(false);
    }
  };
  return (
    <div>
      <Button text={t('recon.ask')} loading={isPending} onClick={() => void ask()} />
      {fault !== null && <p role="alert">{fault}</p>}
      {told === null && <p role="status">{t('recon.askHasNot')}</p>}
      {told && (
        <p role="alert">
          {t('recon.askHas', { money: formatMoney(told.amountCents), at: formatDateTime(told.repayTime) })}
        </p>
      )}
    </div>
  );
}
