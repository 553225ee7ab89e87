import { useText } from '@kituo/sdk';
import { smsRoute } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
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

type Row = smsRoute.SmsRouteRow;
interface Added extends Record<string, unknown> {
  readonly smsKind: 'VERIFICATION' | 'SERVICE' | 'REMINDER' | 'COLLECTION';
  readonly merchantNo: string | null;
  readonly network: Row['network'];
}
const { Select } = fieldsOf<Added>();

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
    request: ({ routeNo }: Row) => ({ routeNo }),
    list: refreshed,
    facts: ({ routeNo }, reply) => ({
      name: routeNo,
      answer:
        reply === null || reply.isSent
          ? t('smsRoute.testSent', { account: reply?.accountCode ?? '' })
          : t('smsRoute.testFailed', { fault: reply.fault ?? '' }),
    }),
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
      <Ask action={testSend} say={() => t('smsRoute.testText')} />
    </ListScreen>
  );
}
