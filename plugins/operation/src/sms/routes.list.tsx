import { useText } from '@kituo/sdk';
import { smsRoute } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  containing,
  count,
  defineColumns,
  defineFilters,
  DescriptionList,
  DetailOf,
  DetailTabs,
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
  several,
  status,
  time,
  useAction,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import { useMemo } from 'react';
import { SMS_KIND } from '../messages/message-dictionaries.ts';
import { SubjectVersions } from '../parts/subject-versions.tsx';
import { useVersionActions, type DraftStart } from '../parts/use-version-actions.ts';
import { VersionDraftForm } from '../parts/version-draft.form.tsx';
import { capText, reachText, RouteFacts, sharesText } from './route-facts.tsx';
import { smsRouteFamily } from './route-family.tsx';
import { SimulationForm, SimulationResult, useSimulation } from './simulation.tsx';
import { MOBILE_NETWORK, SMS_ROUTE_KIND, SMS_ROUTE_STATUS } from './sms-codes.ts';
import { type TestTo, TestToForm } from './test-to.tsx';

type Row = smsRoute.SmsRouteRow;
interface Added extends Record<string, unknown> {
  readonly smsKind: 'VERIFICATION' | 'SERVICE' | 'REMINDER' | 'COLLECTION';
  readonly merchantNo: string | null;
  readonly network: Row['network'];
}
interface FailedOver extends Record<string, unknown> {
  readonly minutes: number | null;
  readonly reason: string;
}
const { Select } = fieldsOf<Added>();
const { Number: Count, Text } = fieldsOf<FailedOver>();
const MINUTES = 30;

const filters = defineFilters({
  smsKind: oneOf(SMS_ROUTE_KIND),
  merchantNo: oneOf(merchantOptions),
  network: oneOf(MOBILE_NETWORK),
  accountCode: containing(),
  routeStatus: oneOf(SMS_ROUTE_STATUS),
});
const columnsIn = (t: ReturnType<typeof useText>) =>
  defineColumns<Row>([
    status('smsKind', SMS_KIND, { width: 120 }),
    several('merchantName', ({ merchantName }) => [merchantName ?? t('node.everyMerchant')], { width: 170 }),
    several(
      'network',
      ({ network }) => [network === null ? t('smsRoute.everyNetwork') : t(`MOBILE_NETWORK.${network}`)],
      {
        width: 130,
      },
    ),
    several('accounts', sharesText, { width: 220 }),
    several('failoverAccountCode', ({ failoverAccountCode: code }) => (code === null ? [] : [code]), { width: 130 }),
    count('failoverAfterSeconds', { width: 130 }),
    time('failoverUntil', { width: 165 }),
    several('dailyCap', ({ dailyCap }) => capText(t, dailyCap), { width: 110 }),
    count('sentToday', { sortable: true, width: 110 }),
    count('deliveredPercent', { width: 150, as: (percent) => `${percent}%` }),
    status('routeStatus', SMS_ROUTE_STATUS, { width: 110 }),
    count('versionNo', { width: 90 }),
    flag('hasOpenVersion', { width: 130 }),
    number('routeNo', { sortable: true, width: 110 }),
  ]);

/** By which accounts verification, service, reminder and collection texts leave. */
export function RouteList() {
  const t = useText();
  const columns = useMemo(() => columnsIn(t), [t]);
  const screen = useListPage<Row>({
    load: smsRoute.page,
    idOf: (row) => row.routeNo,
    columns,
    filters,
    defaultSort: 'routeNo',
    file: { endpoint: smsRoute.exportList, jobKind: 'smsRoutes.export' },
  });
  const { list } = screen;
  useRefreshOn('change', list.refresh);
  const nameOf = (row: Row) => `${t(`SMS_KIND.${row.smsKind}`)}, ${reachText(t, row)}`;
  const nameOfSubject = (subjectNo: string) => {
    const row = list.rows.find((one) => one.subjectNo === subjectNo);
    return row ? nameOf(row) : subjectNo;
  };
  const versions = useVersionActions(smsRouteFamily, list.refresh, ({ subjectNo, versionNo }) =>
    t('version.named', { name: nameOfSubject(subjectNo), no: versionNo }),
  );
  const refreshed = { refresh: list.refresh };
  const add = useAction({
    name: 'smsRouteAdd',
    endpoint: smsRoute.add,
    request: (_: null, values: Added) => ({
      ...values,
      merchantNo: values.merchantNo || null,
      network: values.network || null,
    }),
    list: refreshed,
    // A route alone sends nothing: its first version is written at once.
    onDone: ({ subjectNo }) => versions.draft.open({ subjectNo, name: t('smsRoute.newRoute'), value: null }),
  });
  const testSend = useAction({
    name: 'smsRouteTest',
    endpoint: smsRoute.testSend,
    request: ({ routeNo }: Row, { phone }: TestTo) => ({ routeNo, phone: phone === '' ? null : phone }),
    list: refreshed,
    facts: ({ routeNo }, reply) => ({
      name: routeNo,
      answer:
        reply === null || reply.isSent
          ? t('smsRoute.testSent', { account: reply?.accountCode ?? '' })
          : t('smsRoute.testFailed', { fault: reply.fault ?? '' }),
    }),
  });
  const switched = { list: refreshed, facts: (row: Row) => ({ name: nameOf(row) }) };
  const failover = useAction({
    ...switched,
    name: 'smsRouteFailover',
    endpoint: smsRoute.failover,
    request: ({ routeNo, version }: Row, { minutes, reason }: FailedOver) => ({
      routeNo,
      version,
      minutes: minutes ?? Number.NaN,
      reason,
    }),
  });
  const failoverEnd = useAction({
    ...switched,
    name: 'smsRouteFailoverEnd',
    endpoint: smsRoute.failoverEnd,
    request: ({ routeNo, version }: Row, { reason }: { readonly reason: string }) => ({ routeNo, version, reason }),
  });
  const { simulate, plan } = useSimulation();
  return (
    <ListScreen
      of={screen}
      title={t('smsRoute.title')}
      above={<SimulationResult plan={plan} />}
      nameOf={nameOf}
      pageActions={[onPage(simulate, null), onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[
        onRow(versions.draft, 'save', (row: Row): DraftStart => ({
          subjectNo: row.subjectNo,
          name: nameOf(row),
          value: row.value,
        })),
        allowedAs(failover, 'failover'),
        allowedAs(failoverEnd, 'failoverEnd'),
        allowedAs(testSend, 'testSend'),
      ]}
      emptyText={t('smsRoute.none')}
      detail={(row) => (
        <DetailTabs
          key={row.routeNo}
          label={nameOf(row)}
          parameter="detail"
          tabs={[
            {
              name: 'route',
              content: () => (
                <>
                  <DescriptionList of={row} columns={columns} />
                  <DetailOf endpoint={smsRoute.detail} request={{ routeNo: row.routeNo }}>
                    {({ shares, history }) => <RouteFacts shares={shares} history={history} />}
                  </DetailOf>
                </>
              ),
            },
            {
              name: 'versions',
              awaits: { configKey: smsRouteFamily.configKey, subjectNo: row.subjectNo },
              content: () => <SubjectVersions family={smsRouteFamily} subjectNo={row.subjectNo} actions={versions} />,
            },
          ]}
        />
      )}
    >
      <FormDialog action={add} defaults={(): Added => ({ smsKind: 'SERVICE', merchantNo: null, network: null })}>
        <Select name="smsKind" options={SMS_ROUTE_KIND} />
        <Select name="merchantNo" options={merchantOptions} isOptional hint={t('template.everyMerchant')} />
        <Select name="network" options={MOBILE_NETWORK} isOptional hint={t('smsRoute.networkHint')} />
      </FormDialog>
      <VersionDraftForm family={smsRouteFamily} actions={versions} />
      <SimulationForm action={simulate} />
      <FormDialog action={failover} defaults={(): FailedOver => ({ minutes: MINUTES, reason: '' })}>
        <p>{t('smsRoute.failoverText')}</p>
        <Count name="minutes" unit={t('unit.minutes')} hint={t('smsRoute.failoverMinutes')} />
        <Text name="reason" isLong maxLength={200} />
      </FormDialog>
      <AskReason action={failoverEnd} />
      <TestToForm action={testSend} />
    </ListScreen>
  );
}
