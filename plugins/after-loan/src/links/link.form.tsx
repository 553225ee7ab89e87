import { call, formatDate, formatMoney, useText } from '@kituo/sdk';
import { paymentLink } from '@kituo/sdk/contracts';
import type { repayment } from '@kituo/sdk/contracts';
import { fieldsOf, FormDialog, useDetail, useFormValues, useWriteField } from '@kituo/sdk/page';
import type { Action, OptionSource } from '@kituo/sdk/page';
import { useEffect, useRef } from 'react';
import { MESSAGE_LANGUAGE } from './link-words.ts';
import type { LinkValues } from './use-link-actions.ts';

type Row = repayment.OrderRow;
const { Money, Select, Switch, Segmented } = fieldsOf<LinkValues>();
/** M-Pesa moves whole shillings and at most this; cents. */
const CAP = 250_000_00;
const wholeShillings = (cents: number) => Math.min(CAP, Math.ceil(cents / 100) * 100);

/** A payment link for a loan: the amount, what it would pay, and whether it is sent. */
export function LinkForm({ action }: { readonly action: Action<Row, LinkValues> }) {
  return (
    <FormDialog
      action={action}
      defaults={({ amountDueCents }): LinkValues => ({
        billNo: null,
        amountCents: wholeShillings(amountDueCents),
        sendSms: true,
        language: 'sw',
      })}
    >
      {({ orderNo }) => <Fields orderNo={orderNo} />}
    </FormDialog>
  );
}

/** The bills that a link may reach, the oldest first. */
const billsOf = (orderNo: string): OptionSource => ({
  kind: 'remote',
  name: `paymentLink.reach ${orderNo}`,
  load: async (signal) =>
    (await call(paymentLink.reach, { orderNo }, { signal, showLoading: false, quiet: true })).bills.map((bill) => ({
      value: bill.billNo,
      label: `${bill.billNo} · ${formatDate(bill.dueDate)}`,
      hint: formatMoney(bill.amountCents),
    })),
});

function Fields({ orderNo }: { readonly orderNo: string }) {
  const t = useText();
  const write = useWriteField();
  const { billNo, amountCents, sendSms } = useFormValues();
  const chosen = typeof billNo === 'string' ? billNo : null;
  const all = useDetail(paymentLink.reach, { orderNo }).data;
  const bounds = useDetail(paymentLink.reach, { orderNo, ...(chosen !== null && { billNo: chosen }) }).data;
  const hint = bounds && { from: formatMoney(bounds.fromCents), to: formatMoney(bounds.toCents) };
  // Whoever chooses bills means all that they owe; the amount may still be less.
  const written = useRef<string | null>(null);
  const most = bounds?.toCents;
  useEffect(() => {
    if (most === undefined || written.current === chosen) return;
    written.current = chosen;
    write('amountCents', most);
  }, [chosen, most, write]);
  return (
    <>
      {all !== null && all.bills.length > 1 && (
        <Select name="billNo" options={billsOf(orderNo)} isOptional hint={t('links.throughHint')} />
      )}
      <Money name="amountCents" {...(hint && { hint: t('links.bounds', hint) })} />
      {typeof amountCents === 'number' && amountCents > 0 && <Reach orderNo={orderNo} amountCents={amountCents} />}
      <Switch name="sendSms" />
      {sendSms === true && <Segmented name="language" options={MESSAGE_LANGUAGE} />}
      <p className="kp-muted">{t('links.until')}</p>
    </>
  );
}

/** The bills and components that an amount would pay, the oldest first. */
function Reach(props: { readonly orderNo: string; readonly amountCents: number }) {
  const t = useText();
  const { data } = useDetail(paymentLink.reach, props);
  if (data === null) return null;
  return (
    <>
      <h3 className="kp-section-title">{t('links.reach')}</h3>
      <ul className="al-payoffs">
        {data.bills.map(({ billNo, dueDate, isClaim, amountCents, parts }) => (
          <li key={billNo}>
            <span>
              {billNo} · {formatDate(dueDate)}
              <br />
              <span className="kp-muted">
                {isClaim
                  ? t('links.claim')
                  : parts
                      .map((part) => `${t(`COMPONENT.${part.component}`)} ${formatMoney(part.amountCents)}`)
                      .join(', ')}
              </span>
            </span>
            <span>{formatMoney(amountCents)}</span>
          </li>
        ))}
        {data.surplusCents > 0 && (
          <li>
            <span>{t('links.surplus')}</span>
            <span>{formatMoney(data.surplusCents)}</span>
          </li>
        )}
      </ul>
    </>
  );
}
