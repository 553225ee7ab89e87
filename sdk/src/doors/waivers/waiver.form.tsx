import { Button, Dialog, DialogBody, FormGroup, formatMoney, InputGroup, useText } from '@kituo/sdk';
import type { ApiError } from '@kituo/sdk';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { Answered, dictionaryOptions, useDetail, useOptions } from '@kituo/sdk/page';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { typedAmount } from './typed-amount.ts';
import { waiversOf } from './use-waiver.ts';
import type { Waiver, WaiverSubject } from './use-waiver.ts';
import { WAIVERS_TEXTS } from './waivers-texts.ts';

type Bill = ReplyOf<ReturnType<typeof waiversOf>['quote']>['bills'][number];

/** The dialog of `useWaiver`. */
export function WaiverForm({ of }: { readonly of: Waiver }) {
  const { apply } = of;
  const subject = apply.opened?.subject;
  return (
    <Dialog
      className="kp-dialog"
      isOpen={subject !== undefined}
      title={apply.textOf('title')}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      transitionDuration={100}
      onClose={apply.close}
    >
      {subject !== undefined && <Typed key={apply.openCount} of={of} subject={subject} />}
    </Dialog>
  );
}

/** What the server refused beside a field; what is beside none stands on top. */
const besideOf = (error: ApiError | null, field: string): string | undefined =>
  error?.fields.find((one) => one.field === field)?.msg;

function Typed({ of, subject }: { readonly of: Waiver; readonly subject: WaiverSubject }) {
  const { scope, apply } = of;
  const t = useText(WAIVERS_TEXTS);
  const [typed, setTyped] = useState(subject.orderNo ?? '');
  const [orderNo, setOrderNo] = useState(subject.orderNo);
  const [amounts, setAmounts] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState('');
  const [expected, setExpected] = useState('');
  const [remark, setRemark] = useState('');
  // What was refused is about what was sent: a line keeps its refusal until it is typed anew.
  const [sent, setSent] = useState<readonly string[]>([]);
  const reasons = useOptions(dictionaryOptions('DEDUCTION_REASON')).options;
  const quote = useDetail(waiversOf(scope).quote, orderNo === null ? null : { orderNo });
  const items = Object.entries(amounts).flatMap(([key, text]) => {
    const [billNo = '', component = ''] = key.split('/');
    const amountCents = typedAmount(text) ?? 0;
    return amountCents === 0 ? [] : [{ billNo, component, amountCents }];
  });
  const total = items.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const expectedCents = typedAmount(expected);
  const isTyped = expectedCents !== null && Object.values(amounts).every((text) => typedAmount(text) !== null);
  const isReady = isTyped && items.length > 0 && reason !== '' && remark.trim() !== '' && orderNo !== null;
  const { error } = apply;
  const faultOf = (key: string): string | undefined => {
    if (typedAmount(amounts[key] ?? '') === null) return t('waiver.noAmount');
    const place = sent.indexOf(key);
    if (place < 0) return undefined;
    return besideOf(error, `items.${place}.amountCents`) ?? besideOf(error, `items.${place}.billNo`);
  };
  const isBeside = error?.fields.some(({ field }) => /^(items\.\d+\.|reason$|remark$|expectedPayCents$)/.test(field));
  return (
    <>
      <DialogBody>
        {error !== null && isBeside !== true && (
          <div className="bp6-callout bp6-intent-danger kp-fault" role="alert">
            {error.msg}
          </div>
        )}
        {subject.orderNo === null && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              setAmounts({});
              setOrderNo(typed.trim() === '' ? null : typed.trim());
            }}
          >
            <Labelled name="orderNo" fault={quote.error?.msg}>
              {(id) => (
                <InputGroup
                  id={id}
                  maxLength={64}
                  value={typed}
                  onValueChange={setTyped}
                  rightElement={<Button type="submit" size="small" text={t('waiver.load')} />}
                />
              )}
            </Labelled>
          </form>
        )}
        {orderNo !== null && (quote.error === null || subject.orderNo !== null) && (
          <Answered detail={quote}>
            {({ bills, capCents }) => (
              <>
                <p className="kp-muted">
                  {capCents === null ? t('waiver.noCap') : t('waiver.cap', { money: formatMoney(capCents) })}
                </p>
                {bills
                  .filter(({ billNo }) => (subject.billNo ?? billNo) === billNo)
                  .map((bill) => (
                    <BillParts
                      key={bill.billNo}
                      bill={bill}
                      amounts={amounts}
                      faultOf={faultOf}
                      onType={(key, text) => {
                        setAmounts({ ...amounts, [key]: text });
                        setSent(sent.map((one) => (one === key ? '' : one)));
                      }}
                    />
                  ))}
              </>
            )}
          </Answered>
        )}
        <Labelled name="reason" fault={besideOf(error, 'reason')}>
          {(id) => (
            <select
              id={id}
              className="bp6-input bp6-fill"
              value={reason}
              onChange={(event) => {
                setReason(event.target.value);
              }}
            >
              <option value="">-</option>
              {reasons.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <Labelled
          name="expectedPayCents"
          fault={expectedCents === null ? t('waiver.noAmount') : besideOf(error, 'expectedPayCents')}
        >
          {(id) => <InputGroup id={id} inputMode="decimal" value={expected} onValueChange={setExpected} />}
        </Labelled>
        <Labelled name="remark" fault={besideOf(error, 'remark')}>
          {(id) => <InputGroup id={id} maxLength={200} value={remark} onValueChange={setRemark} />}
        </Labelled>
        <p aria-live="polite">{t('waiver.total', { money: formatMoney(total) })}</p>
      </DialogBody>
      <div className="kp-foot">
        <Button text={t('waiver.cancel')} disabled={apply.isPending} onClick={apply.close} />
        <Button
          intent="primary"
          text={apply.textOf('submit')}
          disabled={!isReady}
          loading={apply.isPending}
          onClick={() => {
            setSent(items.map(({ billNo, component }) => `${billNo}/${component}`));
            const expectedPayCents = expectedCents === 0 ? null : expectedCents;
            void apply.submit({ orderNo: orderNo ?? '', items, reason, expectedPayCents, remark });
          }}
        />
      </div>
    </>
  );
}

/** What may be waived of a bill, a line a component. */
function BillParts(props: {
  readonly bill: Bill;
  readonly amounts: Readonly<Record<string, string>>;
  readonly faultOf: (key: string) => string | undefined;
  readonly onType: (key: string, text: string) => void;
}) {
  const { billNo, payoffCents, waivable, openDeductionNo } = props.bill;
  const t = useText(WAIVERS_TEXTS);
  return (
    <fieldset className="waivers-bill" disabled={openDeductionNo !== null}>
      <legend>
        {billNo} · {formatMoney(payoffCents)}
        {openDeductionNo !== null && ` · ${t('waiver.open', { no: openDeductionNo })}`}
      </legend>
      {waivable.length === 0 && <p className="kp-muted">{t('waiver.nothing')}</p>}
      {waivable.map(({ component, amountCents }) => {
        const key = `${billNo}/${component}`;
        const fault = props.faultOf(key);
        return (
          <label key={key} className="waivers-part">
            <span>
              {t(`COMPONENT.${component}`)}{' '}
              <span className="kp-muted">{t('waiver.upTo', { money: formatMoney(amountCents) })}</span>
            </span>
            <input
              className={fault === undefined ? 'bp6-input' : 'bp6-input bp6-intent-danger'}
              inputMode="decimal"
              aria-invalid={fault !== undefined}
              value={props.amounts[key] ?? ''}
              onChange={(event) => {
                props.onType(key, event.target.value);
              }}
            />
            {fault !== undefined && (
              <span className="bp6-form-helper-text bp6-text-danger" role="alert">
                {fault}
              </span>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}

function Labelled(props: {
  readonly name: string;
  readonly fault: string | undefined;
  readonly children: (id: string) => ReactNode;
}) {
  const t = useText(WAIVERS_TEXTS);
  const id = `waiver-${props.name}`;
  return (
    <FormGroup
      label={t(`field.${props.name}`)}
      labelFor={id}
      {...(props.fault !== undefined && { intent: 'danger' as const, helperText: props.fault })}
    >
      {props.children(id)}
    </FormGroup>
  );
}
