import { ApiError, Button, call, newIdempotencyKey, useInterval, usePluginScope, useText } from '@kituo/sdk';
import { orderAudit } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import { dialCall, PhoneDock } from '@kituo/sdk/phone';
import { useRef, useState } from 'react';

/** Milliseconds between looks at the gate: hours begin and end, others use up the day's calls. */
const LOOK_MS = 60_000;

/** Calls the borrower through the reviewer's own line, where the contact gate lets it; else why not and from when. */
export function CallButton(props: { readonly orderNo: string; readonly isLocked: boolean }) {
  const { orderNo, isLocked } = props;
  const t = useText();
  const scope = usePluginScope();
  const line = useDetail(orderAudit.borrowerLine, { orderNo });
  const [error, setError] = useState<ApiError | null>(null);
  useInterval(() => {
    if (document.visibilityState === 'hidden') return;
    setError(null);
    line.refresh();
  }, LOOK_MS);
  const [isDialling, setDialling] = useState(false);
  // One key a call: a click repeated after a lost reply rings once.
  const key = useRef(newIdempotencyKey());
  const dial = async (): Promise<void> => {
    setDialling(true);
    setError(null);
    try {
      const options = { idempotencyKey: key.current, quiet: true };
      const { callNo, left } = await call(orderAudit.callBorrower, { orderNo }, options);
      key.current = newIdempotencyKey();
      if (callNo === null) scope.toast.success(t('call.rings', { count: left }));
      else void dialCall({ callNo, name: t('call.borrower'), retry: () => void dial() });
      line.refresh();
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      if (!cause.isNetwork) key.current = newIdempotencyKey();
      setError(cause);
      line.refresh();
    } finally {
      setDialling(false);
    }
  };
  const { data } = line;
  const refusal = error?.msg ?? data?.text ?? null;
  return (
    <div className="of-call">
      <Button
        size="small"
        text={t('call.borrower')}
        disabled={isLocked || data?.isAllowed !== true}
        loading={isDialling}
        onClick={() => void dial()}
      />
      {data !== null && <span className="ks-figures">{data.phone}</span>}
      {data?.isAllowed === true && error === null && (
        <span className="kp-muted">{t('call.left', { count: data.left })}</span>
      )}
      <span className="of-call-refusal" role="status">
        {refusal}
      </span>
      <PhoneDock />
    </div>
  );
}
