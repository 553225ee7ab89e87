import { Button, Dialog, DialogBody, formatMoney, FormGroup, InputGroup, useText } from '@kituo/sdk';
import { coupon, payment } from '@kituo/sdk/contracts';
import { Answered, AttachFile, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import { exactCures } from './exact-cures.ts';
import { PAYMENTS_TEXTS } from './payments-texts.ts';
import type { WriteOff, WriteOffSubject } from './use-write-off.ts';
import { WriteOffConfirmations, WriteOffRefusal } from './write-off-checks.tsx';
import { WriteOffRows } from './write-off-rows.tsx';
import {
  type CustomerFlow,
  requestOf,
  startOf,
  typedCents,
  type TypedForm,
  useWriteOffPreview,
  type WriteOffPlan,
} from './write-off-state.ts';
import { Waterfall } from './write-off-waterfall.tsx';

const TYPES = payment.repayType.options;

/** Payments put on a bill, or over all bills of a loan: the split is drawn again while the amounts are typed. */
export function WriteOffForm({ writeOff }: { readonly writeOff: WriteOff }) {
  const { commit } = writeOff;
  const subject = commit.opened?.subject;
  return (
    <Dialog
      className="kp-dialog payments-write-off"
      isOpen={subject !== undefined}
      title={commit.textOf('title')}
      canEscapeKeyClose={false}
      canOutsideClickClose={false}
      transitionDuration={100}
      onClose={writeOff.close}
    >
      {subject !== undefined && <Loaded key={commit.openCount} writeOff={writeOff} subject={subject} />}
    </Dialog>
  );
}

function Loaded({ writeOff, subject }: { readonly writeOff: WriteOff; readonly subject: WriteOffSubject }) {
  const { orderNo } = subject;
  const plan = useDetail(writeOff.endpoints.plan, { orderNo });
  const flows = useDetail(writeOff.endpoints.flows, { orderNo });
  return (
    <Answered detail={plan}>
      {(known) => (
        <Answered detail={flows}>
          {({ rows }) => <Typed writeOff={writeOff} subject={subject} plan={known} flows={rows} />}
        </Answered>
      )}
    </Answered>
  );
}

function Typed(props: {
  readonly writeOff: WriteOff;
  readonly subject: WriteOffSubject;
  readonly plan: WriteOffPlan;
  readonly flows: readonly CustomerFlow[];
}) {
  const { writeOff, subject, plan, flows } = props;
  const { commit, save, update } = writeOff;
  const t = useText(PAYMENTS_TEXTS);
  const [form, setForm] = useState<TypedForm>(() => startOf(subject, plan, flows));
  const [agreed, setAgreed] = useState<ReadonlySet<string>>(new Set());
  // What nobody has typed yet is not wrong: the dry run of an untouched form shows nothing in red.
  const [isTouched, setIsTouched] = useState(false);
  const request = requestOf(subject.orderNo, form);
  const { preview, error, isCurrent } = useWriteOffPreview(request, writeOff);
  const change = (part: Partial<TypedForm>): void => {
    setForm((now) => ({ ...now, ...part }));
    setAgreed(new Set());
    setIsTouched(true);
  };
  const bill = plan.bills.find(({ billNo }) => billNo === form.billNo);
  const totalCents = form.rows.reduce((sum, { amount }) => sum + (typedCents(amount) ?? 0), 0);
  const isReady = isCurrent && preview !== null && preview.confirmations.every((one) => agreed.has(one));
  const draft = subject.task === undefined ? save : subject.task.taskStatus === 'UNFINISHED' ? update : null;
  const seen = { form: request, seen: preview?.seen ?? '' };
  const shown = commit.error ?? (isCurrent && isTouched ? error : null) ?? draft?.error ?? null;
  const voucherFault = shown?.fields.find(({ field }) => field === 'voucherIds')?.msg;
  return (
    <>
      <DialogBody>
        {shown !== null && (
          <WriteOffRefusal
            error={shown}
            plan={plan}
            onBill={(billNo) => {
              change({ billNo });
            }}
          />
        )}
        <div className="payments-head">
          <FormGroup label={t('writeOff.repayType')} labelFor="write-off-type">
            <select
              id="write-off-type"
              className="bp6-input"
              value={form.repayType}
              onChange={(event) => {
                const repayType = TYPES.find((one) => one === event.target.value) ?? 'PARTIAL';
                change({ repayType, billNo: repayType === 'GENERIC' ? null : (form.billNo ?? openBillOf(plan)) });
              }}
            >
              {TYPES.map((one) => (
                <option key={one} value={one}>
                  {t(`REPAY_TYPE.${one}`)}
                </option>
              ))}
            </select>
          </FormGroup>
          {form.repayType !== 'GENERIC' && (
            <FormGroup label={t('writeOff.onBill')} labelFor="write-off-bill">
              <select
                id="write-off-bill"
                className="bp6-input"
                value={form.billNo ?? ''}
                onChange={(event) => {
                  change({ billNo: event.target.value });
                }}
              >
                {plan.bills
                  .filter(({ billStatus }) => billStatus === 'ACTIVE')
                  .map(({ billNo, termNo, installments, payoffCents }) => (
                    <option key={billNo} value={billNo}>
                      {t('writeOff.bill', { bill: billNo, term: termNo, of: installments })} ·{' '}
                      {formatMoney(payoffCents)}
                    </option>
                  ))}
              </select>
            </FormGroup>
          )}
          {(form.repayType === 'SETTLE' || form.repayType === 'PARTIAL') && (
            <Coupon
              billNo={writeOff.endpoints.hasCoupons === true ? form.billNo : null}
              value={form.couponNo}
              onChange={(couponNo) => {
                change({ couponNo });
              }}
            />
          )}
          {form.repayType === 'SETTLE' && (
            <TypedText
              name="deductionNo"
              value={form.deductionNo}
              onChange={(deductionNo) => {
                change({ deductionNo });
              }}
            />
          )}
        </div>
        <WriteOffRows
          rows={form.rows}
          flows={flows}
          error={shown}
          onChange={(rows) => {
            change({ rows });
          }}
        />
        {form.rows.some(({ typed }) => typed !== undefined) && (
          <FormGroup
            label={t('writeOff.voucher')}
            helperText={voucherFault ?? t('writeOff.voucherHint')}
            intent={voucherFault === undefined ? 'none' : 'danger'}
          >
            <AttachFile
              label={t('writeOff.voucher')}
              subjectType="order"
              subjectNo={subject.orderNo}
              value={form.voucher}
              onChange={(voucher) => {
                change({ voucher });
              }}
            />
          </FormGroup>
        )}
        <Cures
          form={form}
          plan={plan}
          flows={flows}
          totalCents={totalCents}
          onAmount={(amount) => {
            change({ rows: form.rows.map((row) => ({ ...row, amount })) });
          }}
        />
        {preview !== null && <Waterfall plan={plan} preview={preview} />}
        {preview !== null && (
          <WriteOffConfirmations
            preview={preview}
            plan={plan}
            billNo={request.billNo}
            agreed={agreed}
            onAgree={(confirmation, isAgreed) => {
              setAgreed(
                (now) => new Set([...now].filter((one) => one !== confirmation).concat(isAgreed ? [confirmation] : [])),
              );
            }}
          />
        )}
        <TypedText
          name="remark"
          value={form.remark}
          onChange={(remark) => {
            change({ remark });
          }}
        />
        <p aria-live="polite">
          {totalCents === 0
            ? t('writeOff.noAmount')
            : t('writeOff.question', {
                money: formatMoney(totalCents),
                count: form.rows.length,
                what: bill
                  ? t('writeOff.bill', { bill: bill.billNo, term: bill.termNo, of: bill.installments })
                  : t('writeOff.allBills', { order: subject.orderNo }),
              })}
        </p>
      </DialogBody>
      <div className="kp-foot">
        <Button text={t('writeOff.cancel')} disabled={commit.isPending} onClick={writeOff.close} />
        {draft?.isPermitted === true && (
          <Button
            text={t('writeOff.draft')}
            loading={draft.isPending}
            onClick={() => {
              void draft.submit(seen);
            }}
          />
        )}
        {commit.isPermitted && (
          <Button
            intent="primary"
            text={commit.textOf('submit')}
            disabled={!isReady}
            loading={commit.isPending}
            onClick={() => {
              const acknowledged = preview?.confirmations.flatMap((one) =>
                payment.confirmation.options.filter((known) => known === one),
              );
              void commit.submit({ ...seen, form: { ...request, acknowledged } });
            }}
          />
        )}
      </div>
    </>
  );
}

/** Of one payment over the bills in their order: amounts that settle whole bills. */
function Cures(props: {
  readonly form: TypedForm;
  readonly plan: WriteOffPlan;
  readonly flows: readonly CustomerFlow[];
  readonly totalCents: number;
  readonly onAmount: (amount: string) => void;
}) {
  const { form, plan, flows, totalCents } = props;
  const t = useText(PAYMENTS_TEXTS);
  const [row, ...others] = form.rows;
  const flow = flows.find(({ paymentCode }) => paymentCode === row?.paymentCode);
  if (form.repayType !== 'GENERIC' || flow === undefined || others.length > 0) return null;
  return (
    <p className="payments-head">
      {exactCures(plan.bills, flow.writableCents).map(({ cents, termNos }) => (
        <Button
          key={cents}
          size="small"
          variant={cents === totalCents ? 'solid' : 'outlined'}
          aria-pressed={cents === totalCents}
          text={t('writeOff.cures', { count: termNos.length, terms: termNos.join(', '), money: formatMoney(cents) })}
          onClick={() => {
            props.onAmount((cents / 100).toFixed(2));
          }}
        />
      ))}
    </p>
  );
}

const openBillOf = ({ bills }: WriteOffPlan): string | null =>
  bills.find(({ billStatus }) => billStatus === 'ACTIVE')?.billNo ?? null;

/** A coupon by its number; where the person may look them up, those that lower the bill are offered. */
function Coupon(props: {
  readonly billNo: string | null;
  readonly value: string;
  readonly onChange: (couponNo: string) => void;
}) {
  const { billNo, value, onChange } = props;
  const t = useText(PAYMENTS_TEXTS);
  const { data, isLoading } = useDetail(coupon.couponUsable, billNo === null ? null : { billNo });
  // Until they are known there is a list already: a number being typed would go with the field.
  if (!isLoading && !data?.length) return <TypedText name="couponNo" value={value} onChange={onChange} />;
  return (
    <FormGroup label={t('writeOff.couponNo')} labelFor="write-off-coupon">
      <select
        id="write-off-coupon"
        className="bp6-input"
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      >
        <option value="">{t('writeOff.noCoupon')}</option>
        {isLoading && value !== '' && <option value={value}>{value}</option>}
        {data?.map(({ couponNo, couponContent, usedCents }) => (
          <option key={couponNo} value={couponNo}>
            {couponNo} · {couponContent} · {formatMoney(usedCents)}
          </option>
        ))}
      </select>
    </FormGroup>
  );
}

function TypedText(props: {
  readonly name: 'couponNo' | 'deductionNo' | 'remark';
  readonly value: string;
  readonly onChange: (typed: string) => void;
}) {
  const t = useText(PAYMENTS_TEXTS);
  const id = `write-off-${props.name}`;
  return (
    <FormGroup label={t(`writeOff.${props.name}`)} labelFor={id}>
      <InputGroup id={id} maxLength={200} value={props.value} onValueChange={props.onChange} />
    </FormGroup>
  );
}
