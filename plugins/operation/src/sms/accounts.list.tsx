import { formatMoney, useText } from '@kituo/sdk';
import { change, smsAccount } from '@kituo/sdk/contracts';
import {
  type Action,
  allowedAs,
  Ask,
  AskReason,
  containing,
  count,
  defineColumns,
  defineFilters,
  DescriptionList,
  DetailOf,
  fieldsOf,
  flag,
  FormDrawer,
  History,
  ListScreen,
  money,
  number,
  oneOf,
  onPage,
  onRow,
  PlusIcon,
  status,
  text,
  time,
  useAction,
  useFormValues,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import { SMS_ACCOUNT_STATUS, SMS_PROVIDER } from './sms-codes.ts';

type Row = smsAccount.AccountRow;
interface Values extends Record<string, unknown> {
  readonly accountCode: string;
  readonly provider: Row['provider'];
  readonly senderId: string;
  readonly endpointUrl: string;
  readonly userName: string;
  readonly apiKey: string;
  readonly unitPriceCents: number | null;
  readonly reason: string;
}
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const { Money, Password, Segmented, Text } = fieldsOf<Values>();

const filters = defineFilters({
  accountCode: containing(),
  senderId: containing(),
  provider: oneOf(SMS_PROVIDER),
  accountStatus: oneOf(SMS_ACCOUNT_STATUS),
});
const columns = defineColumns<Row>([
  number('accountCode', { sortable: true, width: 140 }),
  status('provider', SMS_PROVIDER, { width: 150 }),
  text('senderId', { width: 120 }),
  money('unitPriceCents', { width: 110 }),
  flag('hasApiKey', { width: 110 }),
  money('balanceCents', { width: 120 }),
  count('routes', { width: 90 }),
  count('sentToday', { width: 110 }),
  money('costTodayCents', { width: 120 }),
  status('accountStatus', SMS_ACCOUNT_STATUS, { width: 110 }),
  flag('hasWaitingChange', { width: 140 }),
  text('endpointUrl', { width: 240 }),
  text('userName', { width: 120 }),
  time('balanceAt', { width: 165 }),
  time('updatedAt', { sortable: true }),
]);

const valuesOf = (row: Row | null): Values => ({
  accountCode: row?.accountCode ?? '',
  provider: row?.provider ?? 'AFRICAS_TALKING',
  senderId: row?.senderId ?? '',
  endpointUrl: row?.endpointUrl ?? 'https://api.africastalking.com',
  userName: row?.userName ?? '',
  apiKey: '',
  unitPriceCents: row?.unitPriceCents ?? null,
  reason: '',
});

function requestOf(row: Row | null, { reason, ...values }: Values) {
  const isServer = values.provider === 'SERVER';
  return {
    ...(row && { version: row.version }),
    form: {
      ...values,
      accountCode: row?.accountCode ?? values.accountCode,
      endpointUrl: isServer ? null : values.endpointUrl,
      userName: isServer ? null : values.userName,
      apiKey: isServer || values.apiKey === '' ? null : values.apiKey,
      unitPriceCents: values.unitPriceCents ?? 0,
    },
    reason,
  };
}

/** Accounts with SMS providers. */
export function AccountList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: smsAccount.page,
    idOf: (row) => row.accountCode,
    columns,
    filters,
    defaultSort: 'accountCode',
    file: { endpoint: smsAccount.exportList, jobKind: 'smsAccounts.export' },
  });
  const { list } = screen;
  useRefreshOn('change', list.refresh);
  const waitsIn = change.changeFamilies.messageCenter;
  const shared = { list: { refresh: list.refresh }, facts: (row: Row | null) => ({ name: row?.accountCode ?? '' }) };
  const saving = { ...shared, endpoint: smsAccount.save, request: requestOf, waitsIn };
  const add = useAction({ ...saving, name: 'smsAccountAdd' });
  const update = useAction({ ...saving, name: 'smsAccountUpdate' });
  const stated = {
    ...shared,
    request: ({ accountCode, version }: Row, { reason }: Reason) => ({ accountCode, version, reason }),
  };
  const enable = useAction({ ...stated, name: 'smsAccountEnable', endpoint: smsAccount.enable, waitsIn });
  const checkBalance = useAction({
    name: 'smsAccountBalance',
    endpoint: smsAccount.checkBalance,
    request: ({ accountCode }: Row) => ({ accountCode }),
    list: { refresh: list.refresh },
    facts: ({ accountCode }: Row, reply) => ({ name: accountCode, money: formatMoney(reply?.balanceCents ?? 0) }),
  });
  const disable = useAction({
    ...stated,
    name: 'smsAccountDisable',
    endpoint: smsAccount.disable,
    isDangerous: true,
  });
  return (
    <ListScreen
      of={screen}
      title={t('smsAccount.title')}
      nameOf={(row) => row.accountCode}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[
        onRow<Row, Row | null>(update, 'update', (row) => row),
        allowedAs(enable, 'enable'),
        allowedAs(checkBalance, 'checkBalance'),
        allowedAs(disable, 'disable'),
      ]}
      emptyText={t('smsAccount.none')}
      detail={(row) => <Detail row={row} />}
    >
      <AccountForm action={add} isNew />
      <AccountForm action={update} />
      <AskReason action={enable}>
        <p>{t('smsAccount.enableText')}</p>
      </AskReason>
      <Ask action={checkBalance} say={() => t('smsAccount.balanceText')} />
      <AskReason action={disable}>
        {disable.subject !== null && <RoutesOf accountCode={disable.subject.accountCode} />}
      </AskReason>
    </ListScreen>
  );
}

function AccountForm(props: { readonly action: Action<Row | null, Values>; readonly isNew?: boolean }) {
  return (
    <FormDrawer action={props.action} defaults={valuesOf}>
      <Fields isNew={props.isNew === true} />
    </FormDrawer>
  );
}

function Fields({ isNew }: { readonly isNew: boolean }) {
  const t = useText();
  const isServer = useFormValues()['provider'] === 'SERVER';
  return (
    <>
      {isNew && <Text name="accountCode" maxLength={32} hint={t('smsAccount.codeHint')} />}
      <Segmented name="provider" options={SMS_PROVIDER} />
      <div className="kp-pair">
        <Text name="senderId" maxLength={11} hint={t('smsAccount.senderHint')} />
        <Money name="unitPriceCents" hint={t('smsAccount.priceHint')} />
      </div>
      {isServer ? (
        <p className="kp-muted">{t('smsAccount.serverHint')}</p>
      ) : (
        <>
          <Text name="endpointUrl" maxLength={200} />
          <Text name="userName" maxLength={64} />
          <Password name="apiKey" isOptional={!isNew} hint={t('smsAccount.keyHint')} />
        </>
      )}
      <Text name="reason" isLong maxLength={200} />
    </>
  );
}

function Detail({ row }: { readonly row: Row }) {
  const t = useText();
  return (
    <>
      <DescriptionList of={row} columns={columns} />
      <DetailOf endpoint={smsAccount.detail} request={{ accountCode: row.accountCode }}>
        {({ callbackUrl, routes, history }) => (
          <>
            {callbackUrl !== null && (
              <>
                <h3 className="kp-section-title">{t('smsAccount.callback')}</h3>
                <p>
                  <code>{callbackUrl}</code>
                </p>
              </>
            )}
            <h3 className="kp-section-title">{t('field.routes')}</h3>
            {routes.length === 0 && <p className="kp-muted">{t('smsAccount.unused')}</p>}
            <ul className="kp-facts">
              {routes.map(({ routeNo, subjectNo }) => (
                <li key={routeNo}>
                  {routeNo} · {subjectNo}
                </li>
              ))}
            </ul>
            <h3 className="kp-section-title">{t('tab.history')}</h3>
            <History
              entries={history}
              titleOf={({ action }) => t(`history.${action}`)}
              textOf={({ reason }) => reason ?? undefined}
            />
          </>
        )}
      </DetailOf>
    </>
  );
}

/** The routes that stop using an account. */
function RoutesOf({ accountCode }: { readonly accountCode: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={smsAccount.detail} request={{ accountCode }}>
      {({ routes }) => (
        <p>
          {routes.length === 0
            ? t('smsAccount.unused')
            : t('smsAccount.leaves', { names: routes.map(({ routeNo }) => routeNo).join(', ') })}
        </p>
      )}
    </DetailOf>
  );
}
