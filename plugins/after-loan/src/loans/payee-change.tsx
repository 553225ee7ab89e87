import { useText } from '@kituo/sdk';
import { change, payeeChange } from '@kituo/sdk/contracts';
import { allowedAs, fieldsOf, FormDrawer, useAction } from '@kituo/sdk/page';
import type { Action, RowAction } from '@kituo/sdk/page';
import { NO_PAYEE, PayeeForm } from '@kituo/sdk/payee';
import type { PayeeValue } from '@kituo/sdk/payee';
import { useState } from 'react';
import type { Refreshed } from '../parts/refreshed.ts';
import type { LoanRow } from './loan-fields.ts';

interface Values extends Record<string, unknown> {
  readonly ignoreCardVerify: boolean;
  readonly reason: string;
}
const { Switch, Text } = fieldsOf<Values>();

function payeeOf(value: PayeeValue) {
  const { payoutType, payoutSubType, accountName, phone, evidence } = value;
  return {
    payoutType,
    payoutSubType,
    accountName,
    phone,
    evidenceAttachId: evidence?.attachId ?? '',
    ...(payoutType === 'BANK' && { bankName: value.bankName, bankCardNo: value.bankCardNo }),
    ...(payoutType === 'E_WALLET' && { eWalletAccount: value.eWalletAccount }),
  };
}

/** Another account for a passed order, with its form; it awaits approval. */
export function usePayeeChange(list: Refreshed) {
  const [payee, setPayee] = useState<PayeeValue>(NO_PAYEE);
  const action = useAction({
    name: 'changePayee',
    endpoint: payeeChange.changeBankCard,
    request: ({ orderNo }: LoanRow, values: Values) => ({ orderNo, payee: payeeOf(payee), ...values }),
    list: { refresh: list.refresh },
    waitsIn: change.changeFamilies.payeeChange,
    facts: ({ orderNo }) => ({ name: orderNo }),
  });
  const offered = allowedAs(action, 'changePayee');
  const rowAction: RowAction<LoanRow> = {
    ...offered,
    open: (row) => {
      setPayee(NO_PAYEE);
      action.open(row);
    },
  };
  const set = (part: Partial<PayeeValue>): void => {
    setPayee((now) => ({ ...now, ...part }));
  };
  return { rowAction, action, payee, set };
}

/** The form: where the money goes instead, and whether an unverified account is accepted. */
export function PayeeChangeForm(props: {
  readonly action: Action<LoanRow, Values>;
  readonly payee: PayeeValue;
  readonly set: (part: Partial<PayeeValue>) => void;
}) {
  const { action, payee, set } = props;
  const t = useText();
  return (
    <FormDrawer action={action} defaults={(): Values => ({ ignoreCardVerify: false, reason: '' })}>
      {(row) => (
        <>
          <p className="kp-muted">{t('loan.payeeNow', { account: row.payoutAccount })}</p>
          <PayeeForm orderNo={row.orderNo} payee={payee} error={action.error} onChange={set} />
          <Switch name="ignoreCardVerify" hint={t('loan.ignoreHint')} />
          <Text name="reason" isLong maxLength={200} />
        </>
      )}
    </FormDrawer>
  );
}
