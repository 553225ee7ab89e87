import { ApiError, Button, call, copyText, formatDateTime, formatMoney, useText } from '@kituo/sdk';
import { flow } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { useFormValues, useWriteField } from '@kituo/sdk/page';
import { useState, type ReactNode } from 'react';

type Told = ReplyOf<typeof flow.queryThirdParty>;

interface Asked {
  /** What was asked about: the answer is shown for nothing else. */
  readonly of: string;
  readonly told: Told | null;
  readonly error: ApiError | null;
}

const FIELDS = ['orderNo', 'paymentChannel', 'paymentCode', 'accountId'] as const;

/** Asks the channel for a serial number; what it says fills the amount, the payer and the time, which are then its own. */
export function QueryChannel(props: {
  /** The fields that it fills; nobody types over what the channel said. */
  readonly children: (isTold: boolean, isPayerTold: boolean) => ReactNode;
}) {
  const t = useText();
  const values = useFormValues();
  const write = useWriteField();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isPending, setPending] = useState(false);
  const typed = {
    ...Object.fromEntries(FIELDS.map((field) => [field, values[field] ?? ''])),
    ...(typeof values['draftNo'] === 'string' ? { draftNo: values['draftNo'] } : { phone: values['phone'] ?? '' }),
  };
  const of = JSON.stringify(typed);
  const question = flow.queryThirdParty.request.safeParse(typed);
  const ask = async (): Promise<void> => {
    if (!question.success) return;
    setPending(true);
    try {
      const told = await call(flow.queryThirdParty, question.data, { quiet: true });
      write('amountCents', told.amountCents);
      write('repayTime', told.repayTime);
      // The server records the payer that it was told: a name that is masked here is only shown.
      write('payerName', told.payerName?.includes('*') === true ? '' : (told.payerName ?? values.payerName));
      setAsked({ of, told, error: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setAsked({ of, told: null, error });
    } finally {
      setPending(false);
    }
  };
  const answer = asked?.of === of ? asked : null;
  return (
    <>
      <Button text={t('flow.query')} loading={isPending} disabled={!question.success} onClick={() => void ask()} />
      {!question.success && <p className="kp-muted">{t('flow.queryFirst')}</p>}
      {answer?.told && (
        <p role="status">
          {t(`flow.told.${answer.told.toldBy}`, {
            money: formatMoney(answer.told.amountCents),
            at: formatDateTime(answer.told.repayTime),
          })}
          {answer.told.payerName !== null && ` · ${answer.told.payerName}`}
          {answer.told.payerPhone !== null && ` · ${answer.told.payerPhone}`}
        </p>
      )}
      {answer?.error && <Unanswered error={answer.error} />}
      {props.children(Boolean(answer?.told), Boolean(answer?.told?.payerName))}
    </>
  );
}

/** What the channel did not know, ready to be passed on. */
function Unanswered({ error }: { readonly error: ApiError }) {
  const t = useText();
  const { paymentChannel, paymentCode, accountId, askedAt } = error.facts;
  return (
    <p role="alert">
      {error.msg}{' '}
      {error.error === 'THIRD_PARTY_FLOW_NOT_FOUND' && (
        <Button
          size="small"
          variant="minimal"
          text={t('flow.copyReport')}
          onClick={() => {
            void copyText(
              [paymentChannel, paymentCode, accountId, askedAt, error.requestId ?? ''].map(String).join(' · '),
            );
          }}
        />
      )}
    </p>
  );
}
