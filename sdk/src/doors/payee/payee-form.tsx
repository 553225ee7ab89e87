import { ApiError, FilePicker, upload, useText } from '@kituo/sdk';
import { orderFile } from '@kituo/sdk/contracts';
import { dictionaryOptions, useOptions } from '@kituo/sdk/page';
import { useState } from 'react';
import { PAYEE_TEXTS } from './payee-texts.ts';
import { PayeeField } from './payee-field.tsx';
import type { PayeeValue } from './payee-value.ts';

const TYPES = orderFile.payoutType.options.flatMap((type) => {
  const services: readonly string[] = orderFile.PAYOUT_SUB_TYPES[type];
  return services.map((sub) => [type, sub] as const);
});
const [FIRST] = TYPES;
/** Stands among the banks for the accounts that merchants pay from. */
const MOBILE = 'MPESA';
const BANKS = dictionaryOptions('BANK_NAME_TYPE');

/** Where the money is to go instead; an approver confirms it by the evidence. */
export function PayeeForm(props: {
  /** What the proof is kept with. */
  readonly orderNo: string;
  readonly payee: PayeeValue;
  /** Its fields stand below `payee` in the request. */
  readonly error: ApiError | null;
  /** Parts arrive one by one: the proof when more is typed already. */
  readonly onChange: (part: Partial<PayeeValue>) => void;
}) {
  const { payee, error, onChange: set } = props;
  const t = useText(PAYEE_TEXTS);
  const banks = useOptions(BANKS).options.filter(({ value }) => value !== MOBILE);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const attach = async (file: File): Promise<void> => {
    setFault(undefined);
    try {
      const subject = { subjectType: 'order', subjectNo: props.orderNo };
      const { attachId, fileName } = await upload(file, subject);
      set({ evidence: { attachId, fileName } });
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      setFault(cause.msg);
    }
  };
  const typed = (name: 'accountName' | 'phone' | 'bankCardNo' | 'eWalletAccount', hint?: string) => (
    <PayeeField
      name={name}
      path={`payee.${name}`}
      isRequired
      fault={error?.messageOf(`payee.${name}`)}
      {...(hint !== undefined && { hint })}
    >
      {(id) => (
        <input
          id={id}
          value={payee[name]}
          inputMode={name === 'phone' || name === 'bankCardNo' ? 'numeric' : 'text'}
          autoComplete="off"
          onChange={(event) => {
            set({ [name]: event.target.value });
          }}
        />
      )}
    </PayeeField>
  );
  return (
    <fieldset className="payee-form">
      <legend>{t('title')}</legend>
      <p className="kp-muted">{t('hint')}</p>
      <PayeeField
        name="payoutType"
        path={error?.messageOf('payee') === undefined ? 'payee.payoutType' : 'payee'}
        isRequired
        fault={error?.messageOf('payee.payoutType') ?? error?.messageOf('payee')}
      >
        {(id) => (
          <select
            id={id}
            className="payee-select"
            value={payee.payoutSubType}
            onChange={(event) => {
              const found = TYPES.find(([, sub]) => sub === event.target.value) ?? FIRST;
              if (found) set({ payoutType: found[0], payoutSubType: found[1] });
            }}
          >
            {TYPES.map(([type, sub]) => (
              <option key={sub} value={sub}>
                {t(`PAYOUT_TYPE.${type}`)}
                {orderFile.PAYOUT_SUB_TYPES[type].length > 1 && ` · ${t(`PAYOUT_SUB_TYPE.${sub}`)}`}
              </option>
            ))}
          </select>
        )}
      </PayeeField>
      {typed('accountName', t('nameHint'))}
      {typed('phone', '254712345678')}
      {payee.payoutType === 'BANK' && (
        <>
          <PayeeField name="bank" path="payee.bankName" isRequired fault={error?.messageOf('payee.bankName')}>
            {(id) => (
              <select
                id={id}
                className="payee-select"
                value={payee.bankName}
                onChange={(event) => {
                  set({ bankName: event.target.value });
                }}
              >
                <option value="">{t('choose')}</option>
                {banks.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </PayeeField>
          {typed('bankCardNo')}
        </>
      )}
      {payee.payoutType === 'E_WALLET' && typed('eWalletAccount', t('walletHint'))}
      <PayeeField
        name="evidence"
        path="payee.evidenceAttachId"
        isRequired
        fault={fault ?? error?.messageOf('payee.evidenceAttachId')}
      >
        {() =>
          payee.evidence === null ? (
            <FilePicker
              label={t('proof')}
              file={null}
              rule={{ extensions: ['pdf', 'jpg', 'jpeg', 'png'], maxMb: 10 }}
              onChange={(file) => {
                if (file !== null) void attach(file);
              }}
            />
          ) : (
            <p>{payee.evidence.fileName}</p>
          )
        }
      </PayeeField>
    </fieldset>
  );
}
