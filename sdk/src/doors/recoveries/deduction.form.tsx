import { Button, Dialog, DialogBody, FormGroup, formatMoney, InputGroup, useText } from '@kituo/sdk';
import type { collection } from '@kituo/sdk/contracts';
import { Answered, useAction, useDetail } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import { useState } from 'react';
import './recoveries.css';
import { DEDUCTION_ENDPOINTS } from './deduction-fields.ts';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';
import { DEDUCTION_REASON } from './recoveries-words.ts';
import { typedCents } from './typed-cents.ts';

/** The order a waiver is asked for; null where it is typed first. */
export interface DeductionSubject {
  readonly orderNo: string | null;
  /** Of collection by bill: this bill alone is offered. */
  readonly billNo?: string | null;
}

interface DeductionValues {
  readonly orderNo: string;
  readonly items: readonly { readonly billNo: string; readonly component: string; readonly amountCents: number }[];
  readonly reason: string;
  readonly expectedPayCents: number | null;
  readonly remark: string;
}

export interface DeductionRequest {
  readonly scope: collection.CaseScope;
  readonly apply: Action<DeductionSubject, DeductionValues>;
}

/**
 * Asks to waive parts of an order's bills: one form over several bills, a waiver a bill, all or none.
 *
 * @example
 * const deduction = useDeduction('ORDER', list);
 * <DeductionForm of={deduction} />
 */
export function useDeduction(scope: collection.CaseScope, list: { refresh(): void }): DeductionRequest {
  const t = useText(RECOVERIES_TEXTS);
  const { apply: endpoint } = DEDUCTION_ENDPOINTS[scope].of;
  const apply = useAction({
    name: 'deductionApply',
    words: t,
    endpoint,
    request: (_: DeductionSubject, { expectedPayCents, items, ...form }: DeductionValues) => ({
      ...form,
      items: endpoint.request.shape.items.parse(items),
      ...(expectedPayCents !== null && { expectedPayCents }),
    }),
    list: { refresh: list.refresh },
    facts: ({ orderNo }) => ({ name: orderNo ?? '' }),
  });
  return { scope, apply };
}

/** The dialog of `useDeduction`. */
export function DeductionForm({ of }: { readonly of: DeductionRequest }) {
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

function Typed({ of, subject }: { readonly of: DeductionRequest; readonly subject: DeductionSubject }) {
  const { scope, apply } = of;
  const t = useText(RECOVERIES_TEXTS);
  const [typed, setTyped] = useState(subject.orderNo ?? '');
  const [orderNo, setOrderNo] = useState(subject.orderNo);
  const [amounts, setAmounts] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState('');
  const [expected, setExpected] = useState('');
  const [remark, setRemark] = useState('');
  const quote = useDetail(DEDUCTION_ENDPOINTS[scope].of.quote, orderNo === null ? null : { orderNo });
  const items = Object.entries(amounts).flatMap(([key, text]) => {
    const [billNo = '', component = ''] = key.split('/');
    const amountCents = typedCents(text);
    return amountCents === null ? [] : [{ billNo, component, amountCents }];
  });
  const total = items.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const isReady = items.length > 0 && reason !== '' && remark.trim() !== '' && orderNo !== null;
  return (
    <>
      <DialogBody>
        {apply.error !== null && (
          <div className="bp6-callout bp6-intent-danger kp-fault" role="alert">
            {apply.error.msg}
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
            <FormGroup label={t('field.orderNo')} labelFor="deduction-order">
              <InputGroup
                id="deduction-order"
                maxLength={64}
                value={typed}
                onValueChange={setTyped}
                rightElement={<Button type="submit" size="small" text={t('deduction.load')} />}
              />
            </FormGroup>
          </form>
        )}
        {orderNo !== null && (
          <Answered detail={quote}>
            {({ bills, capCents }) => (
              <>
                <p className="kp-muted">
                  {capCents === null ? t('deduction.noCap') : t('deduction.cap', { money: formatMoney(capCents) })}
                </p>
                {bills
                  .filter(({ billNo }) => (subject.billNo ?? billNo) === billNo)
                  .map(({ billNo, payoffCents, waivable, openDeductionNo }) => (
                    <fieldset key={billNo} className="recoveries-bill" disabled={openDeductionNo !== null}>
                      <legend>
                        {billNo} · {formatMoney(payoffCents)}
                        {openDeductionNo !== null && ` · ${t('deduction.open', { no: openDeductionNo })}`}
                      </legend>
                      {waivable.map(({ component, amountCents }) => {
                        const key = `${billNo}/${component}`;
                        return (
                          <label key={key} className="recoveries-part">
                            <span>
                              {t(`COMPONENT.${component}`)}{' '}
                              <span className="kp-muted">
                                {t('deduction.upTo', { money: formatMoney(amountCents) })}
                              </span>
                            </span>
                            <input
                              className="bp6-input"
                              inputMode="decimal"
                              value={amounts[key] ?? ''}
                              onChange={(event) => {
                                setAmounts({ ...amounts, [key]: event.target.value });
                              }}
                            />
                          </label>
                        );
                      })}
                    </fieldset>
                  ))}
              </>
            )}
          </Answered>
        )}
        <FormGroup label={t('field.reason')} labelFor="deduction-reason">
          <select
            id="deduction-reason"
            className="bp6-input"
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
            }}
          >
            <option value="">-</option>
            {DEDUCTION_REASON.codes.map((code) => (
              <option key={code} value={code}>
                {t(`DEDUCTION_REASON.${code}`)}
              </option>
            ))}
          </select>
        </FormGroup>
        <FormGroup label={t('field.expectedPayCents')} labelFor="deduction-expected">
          <InputGroup id="deduction-expected" inputMode="decimal" value={expected} onValueChange={setExpected} />
        </FormGroup>
        <FormGroup label={t('field.remark')} labelFor="deduction-remark">
          <InputGroup id="deduction-remark" maxLength={200} value={remark} onValueChange={setRemark} />
        </FormGroup>
        <p aria-live="polite">{t('deduction.total', { money: formatMoney(total) })}</p>
      </DialogBody>
      <div className="kp-foot">
        <Button text={t('deduction.cancel')} disabled={apply.isPending} onClick={apply.close} />
        <Button
          intent="primary"
          text={apply.textOf('submit')}
          disabled={!isReady}
          loading={apply.isPending}
          onClick={() => {
            const form = { orderNo: orderNo ?? '', items, reason, expectedPayCents: typedCents(expected), remark };
            void apply.submit(form);
          }}
        />
      </div>
    </>
  );
}
