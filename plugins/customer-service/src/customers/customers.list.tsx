import { lastDays, useText } from '@kituo/sdk';
import { change, contactRight, customerManage, dataRequest, type RequestOf } from '@kituo/sdk/contracts';
import {
  type AttachedFile,
  AskReason,
  BatchAction,
  dictionaryOptions,
  fieldsOf,
  FormDialog,
  ListScreen,
  useAction,
  useBatch,
  useListPage,
  useWordedColumns,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { DataRequestForm, recordOf } from '../data-requests/data-request.form.tsx';
import { CERTIFICATE } from '../feedback/feedback.form.tsx';
import { CustomerCard } from './customer.card.tsx';
import {
  type BlockKind,
  customerColumns,
  customerFilters,
  type CustomerRow,
  REGISTER_CHANNELS,
} from './customer-fields.ts';

type Kinds = RequestOf<typeof customerManage.dataExpire>['kinds'];
interface ExpireValues extends Record<string, unknown> {
  readonly kinds: Kinds;
  readonly reason: string;
}
interface ContactValues extends Record<string, unknown> {
  readonly blockKind: BlockKind;
  readonly note: string;
}
interface OptInValues extends Record<string, unknown> {
  readonly voucherIds: AttachedFile | null;
}
interface CloseValues extends Record<string, unknown> {
  readonly reason: string;
  readonly voucherIds: AttachedFile | null;
}
const kinds = dictionaryOptions('CUSTOMER_DATA_KIND');
const Expire = fieldsOf<ExpireValues>();
const Contact = fieldsOf<ContactValues>();
const Close = fieldsOf<CloseValues>();
const OptIn = fieldsOf<OptInValues>();
const toExpire = (): ExpireValues => ({ kinds: [], reason: '' });
const facts = ({ customerNo }: CustomerRow) => ({ name: customerNo });

/** Customers by phone, ID or number, and what may be done with data, sessions, contact and account. */
export function CustomerList() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(30);
    return { registeredAt: `${from}..${to}` };
  });
  const columns = useWordedColumns(customerColumns, 'registerChannel', REGISTER_CHANNELS);
  const screen = useListPage<CustomerRow>({
    load: customerManage.page,
    idOf: (row) => row.customerNo,
    columns,
    filters: customerFilters,
    defaultSort: '-registeredAt',
    initial,
    file: { endpoint: customerManage.exportList, jobKind: 'customers.export' },
  });
  const { list } = screen;
  const expire = useAction({
    name: 'dataExpire',
    endpoint: customerManage.dataExpire,
    request: ({ customerNo }: CustomerRow, values: ExpireValues) => ({ customerNo, ...values }),
    list,
    facts,
  });
  const logout = useAction({
    name: 'logout',
    endpoint: customerManage.logout,
    request: ({ customerNo }: CustomerRow, { reason }: { reason: string }) => ({ customerNo, reason }),
    list,
    facts,
  });
  const contact = useAction({
    name: 'contact',
    endpoint: contactRight.blockPlace,
    request: ({ customerNo }: CustomerRow, values: ContactValues) => ({ customerNo, ...values }),
    list,
    facts,
  });
  const optIn = useAction({
    name: 'optIn',
    endpoint: customerManage.optIn,
    request: ({ customerNo }: CustomerRow, { voucherIds }: OptInValues) => ({
      customerNo,
      voucherIds: voucherIds === null ? [] : [voucherIds.attachId],
    }),
    list,
    facts,
  });
  const close = useAction({
    name: 'close',
    endpoint: customerManage.close,
    request: ({ customerNo }: CustomerRow, { reason, voucherIds }: CloseValues) => ({
      customerNo,
      reason,
      voucherIds: voucherIds === null ? [] : [voucherIds.attachId],
    }),
    list,
    facts,
    isDangerous: true,
    waitsIn: change.changeFamilies.customerAccount,
  });
  const request = useAction({
    name: 'dataRequest',
    endpoint: dataRequest.save,
    request: recordOf,
    list,
    facts: ({ customerNo }: CustomerRow, reply) => ({ name: customerNo, requestNo: reply?.requestNo ?? '' }),
  });
  const expireMany = useBatch<typeof customerManage.dataExpireMany, CustomerRow, ExpireValues>({
    name: 'expireMany',
    endpoint: customerManage.dataExpireMany,
    jobKind: 'customers.dataExpire',
    list,
    request: ({ ids }, values) => ({ customerNos: [...(ids ?? [])], ...values }),
  });
  const logoutMany = useBatch<typeof customerManage.logoutMany, CustomerRow, { reason: string }>({
    name: 'logoutMany',
    endpoint: customerManage.logoutMany,
    jobKind: 'customers.logout',
    list,
    request: ({ ids }, { reason }) => ({ customerNos: [...(ids ?? [])], reason }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('customers.title')}
      rowActions={[contact, optIn, request, logout, expire, close]}
      batches={[logoutMany, expireMany]}
      detail={({ customerNo }) => <CustomerCard customerNo={customerNo} />}
      emptyText={t('customers.none')}
    >
      <FormDialog action={expire} defaults={toExpire}>
        <ExpireFields />
      </FormDialog>
      <AskReason action={logout} />
      <FormDialog action={contact} defaults={(): ContactValues => ({ blockKind: 'DO_NOT_CALL', note: '' })}>
        <p>{t('customers.contactEffect')}</p>
        <Contact.Select
          name="blockKind"
          options={{
            kind: 'remote',
            name: 'customer.blockKinds',
            load: () =>
              Promise.resolve(
                (['DO_NOT_CALL', 'OPT_OUT', 'OBJECTED', 'DEATH'] as const).map((value) => ({
                  value,
                  label: t(`blockKind.${value}`),
                })),
              ),
          }}
        />
        <Contact.Text name="note" isLong maxLength={200} />
      </FormDialog>
      <FormDialog action={optIn} defaults={(): OptInValues => ({ voucherIds: null })}>
        <p>{t('customers.optInEffect')}</p>
        <OptIn.File
          name="voucherIds"
          subjectType="serviceVoucher"
          subjectNo={optIn.subject?.merchantNo ?? ''}
          rule={CERTIFICATE}
        />
      </FormDialog>
      <FormDialog action={close} defaults={(): CloseValues => ({ reason: '', voucherIds: null })}>
        <p>{t('customers.closeEffect')}</p>
        <Close.Text name="reason" isLong maxLength={200} />
        <Close.File
          name="voucherIds"
          subjectType="serviceVoucher"
          subjectNo={close.subject?.merchantNo ?? ''}
          rule={CERTIFICATE}
        />
      </FormDialog>
      <DataRequestForm action={request} />
      <BatchAction batch={expireMany} defaults={toExpire}>
        <ExpireFields />
      </BatchAction>
      <BatchAction batch={logoutMany} defaults={() => ({ reason: '' })}>
        <Expire.Text name="reason" isLong maxLength={200} />
      </BatchAction>
    </ListScreen>
  );
}

function ExpireFields() {
  const t = useText();
  return (
    <>
      <p>{t('customers.expireEffect')}</p>
      <Expire.MultiSelect name="kinds" source={kinds} />
      <Expire.Text name="reason" isLong maxLength={200} />
    </>
  );
}
