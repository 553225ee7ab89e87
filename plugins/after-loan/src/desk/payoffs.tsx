import { Button, formatDate, formatMoney, useText } from '@kituo/sdk';
import { paymentLink } from '@kituo/sdk/contracts';
import type { ReplyOf, repayment } from '@kituo/sdk/contracts';
import { fieldsOf, FormDialog, useAction } from '@kituo/sdk/page';
import { MESSAGE_LANGUAGE } from '../links/link-words.ts';

type Quotes = ReplyOf<typeof repayment.order>;
type Quote = Quotes['payoffs'][number] & { readonly orderNo: string };
interface Sent extends Record<string, unknown> {
  readonly language: 'en' | 'sw';
}
const { Segmented } = fieldsOf<Sent>();

/** What settles the loan on each of the next days, to read out or to send. */
export function Payoffs({ row: { orderNo, allowedActions }, payoffs }: Pick<Quotes, 'row' | 'payoffs'>) {
  const t = useText();
  const send = useAction({
    name: 'payoffSend',
    endpoint: paymentLink.sendPayoff,
    request: ({ day }: Quote, { language }: Sent) => ({ orderNo, day, language }),
    facts: ({ day, payoffCents }) => ({ name: orderNo, day: formatDate(day), amount: formatMoney(payoffCents) }),
  });
  const maySend = send.isPermitted && allowedActions.includes('repayLink');
  if (payoffs.length === 0) return null;
  return (
    <>
      <h3 className="kp-section-title">{t('loans.payoffs')}</h3>
      <ul className="al-payoffs">
        {payoffs.map((quote) => (
          <li key={quote.day}>
            <span>{formatDate(quote.day)}</span>
            <span className="al-link">
              {formatMoney(quote.payoffCents)}
              {maySend && quote.payoffCents > 0 && (
                <Button
                  size="small"
                  text={send.label}
                  aria-label={`${send.label}: ${formatDate(quote.day)}`}
                  onClick={() => {
                    send.open({ orderNo, ...quote });
                  }}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      <FormDialog action={send} defaults={(): Sent => ({ language: 'sw' })}>
        <p>{send.textOf('effect')}</p>
        <Segmented name="language" options={MESSAGE_LANGUAGE} />
      </FormDialog>
    </>
  );
}
