import { useText } from '@kituo/sdk';
import { change, messageAccount } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  containing,
  count,
  day,
  defineColumns,
  defineFilters,
  DetailOf,
  fieldsOf,
  flag,
  FormDialog,
  ListScreen,
  merchantOptions,
  number,
  oneOf,
  onPage,
  onRow,
  PlusIcon,
  status,
  text,
  time,
  useAction,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import { MESSAGE_CHANNEL } from '../messages/message-dictionaries.ts';
import { accountRequest, type AccountRow as Row } from './account-form.ts';
import { MESSAGE_ACCOUNT_HEALTH, MESSAGE_ACCOUNT_STATUS, MESSAGE_DOMAIN_STATE } from './account-codes.ts';
import { AccountDetail } from './account-detail.tsx';
import { AccountForm } from './account.form.tsx';
import { DomainCheck, type DomainValues } from './domain-check.tsx';

interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
interface Test extends Record<string, unknown> {
  readonly phone: string;
}
const { Phone } = fieldsOf<Test>();

const filters = defineFilters({
  appId: containing(),
  merchantNo: oneOf(merchantOptions),
  channelType: oneOf(MESSAGE_CHANNEL),
  status: oneOf(MESSAGE_ACCOUNT_STATUS),
});
const columns = defineColumns<Row>([
  text('appName', { width: 150 }),
  number('appId', { sortable: true, width: 110 }),
  text('merchantName', { width: 150 }),
  status('channelType', MESSAGE_CHANNEL, { width: 110 }),
  number('accountCode', { sortable: true, width: 150 }),
  text('sender', { width: 180 }),
  flag('isDefault', { width: 90 }),
  flag('hasSecret', { width: 90 }),
  text('quietHours', { width: 130 }),
  count('sentToday', { width: 110 }),
  count('failedPercent', { width: 100, as: (percent) => `${percent}%` }),
  day('certificateExpiresOn', { sortable: true, width: 130 }),
  status('health', MESSAGE_ACCOUNT_HEALTH, { width: 120 }),
  status('domainState', MESSAGE_DOMAIN_STATE, { width: 130 }),
  status('status', MESSAGE_ACCOUNT_STATUS, { width: 110 }),
  count('dailyCap', { width: 110 }),
  flag('hasWaitingChange', { width: 140 }),
  time('updatedAt', { sortable: true }),
]);

/** The accounts that apps send messages from. */
export function AccountList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: messageAccount.page,
    idOf: (row) => row.accountCode,
    columns,
    filters,
    defaultSort: 'appId',
    file: { endpoint: messageAccount.exportList, jobKind: 'messageAccounts.export' },
  });
  const { list } = screen;
  useRefreshOn('change', list.refresh);
  const waitsIn = change.changeFamilies.messageCenter;
  const shared = { list: { refresh: list.refresh }, facts: (row: Row | null) => ({ name: row?.accountCode ?? '' }) };
  const saving = { ...shared, endpoint: messageAccount.save, request: accountRequest, waitsIn };
  const add = useAction({ ...saving, name: 'messageAccountAdd' });
  const update = useAction({ ...saving, name: 'messageAccountUpdate' });
  const stated = {
    ...shared,
    request: ({ accountCode, version }: Row, { reason }: Reason) => ({ accountCode, version, reason }),
  };
  const enable = useAction({ ...stated, name: 'messageAccountEnable', endpoint: messageAccount.enable, waitsIn });
  const disable = useAction({
    ...stated,
    name: 'messageAccountDisable',
    endpoint: messageAccount.disable,
    isDangerous: true,
  });
  const test = useAction({
    name: 'messageAccountTest',
    endpoint: messageAccount.test,
    request: ({ accountCode, channelType }: Row, { phone }: Test) => ({
      accountCode,
      phone: channelType === 'EMAIL' ? null : phone,
    }),
    list: { refresh: list.refresh },
    facts: ({ accountCode }, reply) => ({
      name: accountCode,
      answer: (reply?.hops ?? [])
        .map(({ hop, isDone, text: said }) =>
          t(isDone ? 'account.hopDone' : 'account.hopFailed', { hop: t(`account.hop.${hop}`), said }),
        )
        .join(' → '),
    }),
  });
  const checkDomain = useAction({
    name: 'messageDomainCheck',
    endpoint: messageAccount.checkDomain,
    request: (_nothing: null, { domain }: DomainValues) => ({ domain }),
    list: { refresh: list.refresh },
    facts: (_nothing, reply) => ({
      name: reply?.domain ?? '',
      answer: reply ? t(`MESSAGE_DOMAIN_STATE.${reply.domainState}`) : '',
    }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('account.title')}
      nameOf={(row) => row.accountCode}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />), onPage(checkDomain, null)]}
      rowActions={[
        onRow<Row, Row | null>(update, 'update', (row) => row),
        allowedAs(test, 'test'),
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
      ]}
      emptyText={t('account.none')}
      detail={(row) => <AccountDetail row={row} columns={columns} />}
    >
      <AccountForm action={add} isNew />
      <AccountForm action={update} />
      <DomainCheck action={checkDomain} />
      <AskReason action={enable}>
        <p>{t('account.enableText')}</p>
      </AskReason>
      <AskReason action={disable}>
        {disable.subject !== null && <NodesOf accountCode={disable.subject.accountCode} />}
      </AskReason>
      <FormDialog action={test} defaults={(): Test => ({ phone: '' })}>
        {test.subject?.channelType === 'EMAIL' ? (
          <p>{t('account.testMail')}</p>
        ) : (
          <Phone name="phone" hint={t('account.testHint')} />
        )}
      </FormDialog>
    </ListScreen>
  );
}

/** The business nodes that lose a channel with an account. */
function NodesOf({ accountCode }: { readonly accountCode: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={messageAccount.detail} request={{ accountCode }}>
      {({ nodes }) => (
        <p>
          {nodes.length === 0
            ? t('account.losesNothing')
            : t('account.loses', { names: nodes.map((node) => t(`MESSAGE_NODE.${node}`)).join(', ') })}
        </p>
      )}
    </DetailOf>
  );
}
