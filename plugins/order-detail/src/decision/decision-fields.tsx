import type { ApiError } from '@kituo/sdk';
import { formatDate, formatMoney, useEndpoint, useText } from '@kituo/sdk';
import { orderAudit, reviewConfig } from '@kituo/sdk/contracts';
import { PayeeForm } from '@kituo/sdk/payee';
import { useId, useState } from 'react';
import { Field } from './field.tsx';
import { isAccountChanged } from './review-form.ts';
import type { ReviewValues } from './review-form.ts';
import type { ReviewChange } from './use-review.ts';

interface FieldsProps {
  readonly values: ReviewValues;
  readonly panel: orderAudit.Panel;
  readonly error: ApiError | null;
  readonly onChange: (part: ReviewChange) => void;
}

type Texts = (key: string, values?: Record<string, string>) => string;

/** What the chosen result asks for. */
export function DecisionFields(props: FieldsProps) {
  const { values, panel, error, onChange } = props;
  const t = useText();
  const isPass = values.auditResult === 'PASS';
  return (
    <>
      {isPass && <AmountField {...props} />}
      <Choice
        name="faceConsistency"
        isRequired={panel.isFaceCompulsory}
        options={['CONSISTENT', 'INCONSISTENT', 'UNCLEAR'] as const}
        labelOf={(code) => t(`FACE_CONSISTENCY.${code}`)}
        value={values.faceConsistency}
        fault={error?.messageOf('faceConsistency')}
        onChange={(faceConsistency) => {
          onChange({ faceConsistency });
        }}
      />
      {values.auditResult !== 'REFUSE' &&
        (['changeBankCard', 'changePayoutType'] as const).map((name) => (
          <Choice
            key={name}
            name={name}
            isRequired={isPass}
            options={['yes', 'no'] as const}
            labelOf={(code) => t(code)}
            value={values[name] === null ? null : values[name] ? 'yes' : 'no'}
            fault={error?.messageOf(name)}
            onChange={(code) => {
              onChange({ [name]: code === 'yes' });
            }}
          />
        ))}
      {isAccountChanged(values) && (
        <PayeeForm
          orderNo={panel.orderNo}
          payee={values.payee}
          error={props.error}
          onChange={(part) => {
            props.onChange((now) => ({ payee: { ...now.payee, ...part } }));
          }}
        />
      )}
      {!isPass && <RefuseCode {...props} />}
      <Field name="remark" isRequired={!isPass} fault={error?.messageOf('remark')}>
        {(id) => (
          <textarea
            id={id}
            rows={3}
            maxLength={200}
            value={values.remark}
            onChange={(event) => {
              onChange({ remark: event.target.value });
            }}
          />
        )}
      </Field>
    </>
  );
}

function Choice<Code extends string>(props: {
  readonly name: string;
  readonly isRequired: boolean;
  readonly options: readonly Code[];
  readonly labelOf: (code: Code) => string;
  readonly value: Code | null;
  readonly fault: string | undefined;
  readonly onChange: (code: Code) => void;
}) {
  const t = useText();
  const id = useId();
  return (
    <div className="of-field" data-field={props.name} data-invalid={props.fault === undefined ? undefined : true}>
      <span id={id}>
        {t(`field.${props.name}`)}
        {props.isRequired && <span className="of-required"> *</span>}
      </span>
      <div
        className="of-choices"
        role="radiogroup"
        aria-labelledby={id}
        onKeyDown={(event) => {
          const code =
            event.altKey || event.ctrlKey || event.metaKey ? undefined : props.options[Number(event.key) - 1];
          if (code === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          props.onChange(code);
        }}
      >
        {props.options.map((code) => (
          <label key={code}>
            <input
              type="radio"
              name={`${id}-${props.name}`}
              checked={props.value === code}
              onChange={() => {
                props.onChange(code);
              }}
            />
            {props.labelOf(code)}
          </label>
        ))}
      </div>
      {props.fault !== undefined && (
        <p className="of-fault" role="alert">
          {props.fault}
        </p>
      )}
    </div>
  );
}

function boundsText(bounds: FieldsProps['panel']['bounds'], t: Texts): string {
  const own = t(bounds.remainingCreditCents === null ? 'review.boundProduct' : 'review.bounds', {
    product: formatMoney(bounds.productMaximumCents),
    credit: formatMoney(bounds.remainingCreditCents),
  });
  if (bounds.merchantMaximumCents === null) return own;
  const least = formatMoney(bounds.merchantMinimumCents);
  const most = formatMoney(bounds.merchantMaximumCents);
  return `${own}, ${t('review.boundMerchant', { least, most })}`;
}

/** Whole shillings between 0 and the bound; the bounds are shown, and what would be repaid. */
function AmountField({ values, panel, error, onChange }: FieldsProps) {
  const t = useText();
  const { bounds } = panel;
  const cents = values.approvedAmountCents;
  const [typed, setTyped] = useState(() => (cents === null ? '' : String(cents / 100)));
  const fault = error?.messageOf('approvedAmountCents') ?? faultOf(cents, typed, bounds.maximumCents, t);
  return (
    <>
      <Field name="approvedAmountCents" isRequired fault={fault} hint={boundsText(bounds, t)}>
        {(id) => (
          <div className="of-amount">
            <span>KES</span>
            <input
              id={id}
              inputMode="numeric"
              value={typed}
              onChange={(event) => {
                const text = event.target.value;
                const plain = text.replaceAll(',', '').trim();
                setTyped(text);
                const isNumber = /^\d+(\.\d{1,2})?$/.test(plain);
                onChange({
                  approvedAmountCents: isNumber ? Math.round(Number(plain) * 100) : null,
                });
              }}
            />
          </div>
        )}
      </Field>
      {cents !== null && cents % 100 === 0 && cents > 0 && cents <= bounds.maximumCents && (
        <Instalments orderNo={panel.orderNo} cents={cents} />
      )}
    </>
  );
}

function faultOf(cents: number | null, typed: string, maximumCents: number, t: Texts): string | undefined {
  if (cents === null) return typed.trim() === '' ? undefined : t('review.wholeShillings');
  if (cents % 100 !== 0) return t('review.wholeShillings');
  if (cents > 0 && cents <= maximumCents) return undefined;
  return t('review.outOfBounds', { bound: formatMoney(maximumCents) });
}

/** What the customer would repay of this amount. */
function Instalments(props: { readonly orderNo: string; readonly cents: number }) {
  const t = useText();
  const { data } = useEndpoint(
    orderAudit.repaymentPreview,
    { orderNo: props.orderNo, approvedAmountCents: props.cents },
    { keepPrevious: true },
  );
  if (data === undefined) return null;
  return (
    <p className="kp-muted of-instalments">
      {t('review.instalments', {
        count: data.bills.length,
        total: formatMoney(data.totalCents),
        paidOut: formatMoney(data.paidOutCents),
        due: formatDate(data.bills.at(-1)?.dueDate),
      })}
    </p>
  );
}

/** Enabled leaves of the tree, those used last first; fills what the customer may be told. */
function RefuseCode({ values, panel, error, onChange }: FieldsProps) {
  const t = useText();
  const codes = useEndpoint(reviewConfig.refuseCodes, {});
  const all = codes.data ?? [];
  const groups = all.filter(({ parentCode, isEnabled }) => parentCode === null && isEnabled);
  const leavesOf = (group: string) => all.filter(({ parentCode, isEnabled }) => parentCode === group && isEnabled);
  const recent = all.filter((code) => code.isEnabled && panel.recentRefuseCodes.includes(code.refuseCode));
  const chosen = all.find(({ refuseCode }) => refuseCode === values.refuseCode);
  const option = (code: (typeof all)[number]) => (
    <option key={code.refuseCode} value={code.refuseCode}>
      {code.refuseCode} · {code.text}
    </option>
  );
  return (
    <Field
      name="refuseCode"
      isRequired
      fault={error?.messageOf('refuseCode')}
      {...(chosen !== undefined && {
        hint: t(chosen.coolOffDays > 0 ? 'review.toldCoolOff' : 'review.told', {
          reason: chosen.text,
          days: chosen.coolOffDays,
          count: chosen.coolOffDays,
        }),
      })}
    >
      {(id) => (
        <select
          id={id}
          className="of-select"
          value={values.refuseCode ?? ''}
          onChange={(event) => {
            onChange({ refuseCode: event.target.value || null });
          }}
        >
          <option value="">{t('review.choose')}</option>
          {recent.length > 0 && <optgroup label={t('review.recent')}>{recent.map(option)}</optgroup>}
          {groups.map((group) => (
            <optgroup key={group.refuseCode} label={group.text}>
              {leavesOf(group.refuseCode).map(option)}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}
