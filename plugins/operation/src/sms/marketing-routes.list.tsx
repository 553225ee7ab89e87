import { useText } from '@kituo/sdk';
import { marketingSmsRoute } from '@kituo/sdk/contracts';
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
  money,
  number,
  oneOf,
  onPage,
  onRow,
  PlusIcon,
  several,
  status,
  text,
  useAction,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import { useMemo } from 'react';
import { SubjectVersions } from '../parts/subject-versions.tsx';
import { useVersionActions, type DraftStart } from '../parts/use-version-actions.ts';
import { VersionDraftForm } from '../parts/version-draft.form.tsx';
import { capText, reachText, RouteFacts, sharesText } from './route-facts.tsx';
import { marketingRouteFamily } from './route-family.tsx';
import { SimulationForm, SimulationResult, useMarketingSimulation } from './simulation.tsx';
import { MOBILE_NETWORK, SMS_ROUTE_STATUS } from './sms-codes.ts';
import { TaskTrialForm, TaskTrialResult, useTaskTrial } from './task-trial.tsx';
import { type TestTo, TestToForm } from './test-to.tsx';

type Row = marketingSmsRoute.MarketingRouteRow;
interface Added extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly network: Row['network'];
}
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const { Select } = fieldsOf<Added>();

const filters = defineFilters({
  merchantNo: oneOf(merchantOptions),
  network: oneOf(MOBILE_NETWORK),
  accountCode: containing(),
  senderId: containing(),
  routeStatus: oneOf(SMS_ROUTE_STATUS),
});
const columnsIn = (t: ReturnType<typeof useText>) =>
  defineColumns<Row>([
    several('merchantName', ({ merchantName }) => [merchantName ?? t('node.everyMerchant')], { width: 170 }),
    several(
      'network',
      ({ network }) => [network === null ? t('smsRoute.everyNetwork') : t(`MOBILE_NETWORK.${network}`)],
      {
        width: 130,
      },
    ),
    several('accounts', sharesText, { width: 220 }),
    text('senderId', { width: 130 }),
    text('windowStart', { width: 90 }),
    text('windowEnd', { width: 90 }),
    count('perPhonePerDay', { width: 130 }),
    count('perPhonePerWeek', { width: 140 }),
    several('dailyCap', ({ dailyCap }) => capText(t, dailyCap), { width: 110 }),
    count('sentToday', { sortable: true, width: 110 }),
    count('optOutPercent', { width: 110, as: (percent) => `${percent}%` }),
    money('costTodayCents', { width: 120 }),
    status('routeStatus', SMS_ROUTE_STATUS, { width: 110 }),
    count('versionNo', { width: 90 }),
    flag('hasOpenVersion', { width: 130 }),
    number('routeNo', { sortable: true, width: 110 }),
  ]);

/** By which accounts marketing texts leave, and when and how many. */
export function MarketingRouteList() {
  const t = useText();
  const columns = useMemo(() => columnsIn(t), [t]);
  const screen = useListPage<Row>({
    load: marketingSmsRoute.page,
    idOf: (row) => row.routeNo,
    columns,
    filters,
    defaultSort: 'routeNo',
    file: { endpoint: marketingSmsRoute.exportList, jobKind: 'marketingSmsRoutes.export' },
  });
  const { list } = screen;
  useRefreshOn('change', list.refresh);
  const nameOf = (row: Row) => reachText(t, row);
  const nameOfSubject = (subjectNo: string) => {
    const row = list.rows.find((one) => one.subjectNo === subjectNo);
    return row ? nameOf(row) : subjectNo;
  };
  const versions = useVersionActions(marketingRouteFamily, list.refresh, ({ subjectNo, versionNo }) =>
    t('version.named', { name: nameOfSubject(subjectNo), no: versionNo }),
  );
  const refreshed = { refresh: list.refresh };
  const add = useAction({
    name: 'smsRouteAdd',
    endpoint: marketingSmsRoute.add,
    request: (_: null, { merchantNo, network }: Added) => ({
      merchantNo: merchantNo || null,
      network: network || null,
    }),
    list: refreshed,
    // A route alone sends nothing: its first version is written at once.
    onDone: ({ subjectNo }) => versions.draft.open({ subjectNo, name: t('smsRoute.newRoute'), value: null }),
  });
  const testSend = useAction({
    name: 'smsRouteTest',
    endpoint: marketingSmsRoute.testSend,
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
  const stated = {
    list: refreshed,
    facts: (row: Row) => ({ name: nameOf(row) }),
    request: ({ routeNo, version }: Row, { reason }: Reason) => ({ routeNo, version, reason }),
  };
  const pause = useAction({ ...stated, name: 'smsRoutePause', endpoint: marketingSmsRoute.pause });
  const resume = useAction({ ...stated, name: 'smsRouteResume', endpoint: marketingSmsRoute.resume });
  const { simulate, plan } = useMarketingSimulation();
  const trial = useTaskTrial<Row>();
  return (
    <ListScreen
      of={screen}
      title={t('smsRoute.marketingTitle')}
      above={
        <>
          <SimulationResult plan={plan} />
          <TaskTrialResult result={trial.result} />
        </>
      }
      nameOf={nameOf}
      pageActions={[onPage(simulate, null), onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[
        onRow(versions.draft, 'save', (row: Row): DraftStart => ({
          subjectNo: row.subjectNo,
          name: nameOf(row),
          value: row.value,
        })),
        allowedAs(resume, 'resume'),
        allowedAs(pause, 'pause'),
        allowedAs(testSend, 'testSend'),
        { ...trial.action, isAllowed: (row: Row) => row.value !== null && trial.action.isAllowed(row) },
      ]}
      emptyText={t('smsRoute.marketingNone')}
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
                  <DetailOf endpoint={marketingSmsRoute.detail} request={{ routeNo: row.routeNo }}>
                    {({ shares, history }) => <RouteFacts shares={shares} history={history} />}
                  </DetailOf>
                </>
              ),
            },
            {
              name: 'versions',
              awaits: { configKey: marketingRouteFamily.configKey, subjectNo: row.subjectNo },
              content: () => (
                <SubjectVersions family={marketingRouteFamily} subjectNo={row.subjectNo} actions={versions} />
              ),
            },
          ]}
        />
      )}
    >
      <FormDialog action={add} defaults={(): Added => ({ merchantNo: null, network: null })}>
        <Select name="merchantNo" options={merchantOptions} isOptional hint={t('template.everyMerchant')} />
        <Select name="network" options={MOBILE_NETWORK} isOptional hint={t('smsRoute.networkHint')} />
      </FormDialog>
      <VersionDraftForm family={marketingRouteFamily} actions={versions} />
      <AskReason action={pause}>
        <p>{t('smsRoute.pauseText')}</p>
      </AskReason>
      <AskReason action={resume}>
        <p>{t('smsRoute.resumeText')}</p>
      </AskReason>
      <SimulationForm action={simulate} isMarketing />
      <TaskTrialForm action={trial.action} />
      <TestToForm action={testSend} />
    </ListScreen>
  );
}
