import { useText } from '@kituo/sdk';
import { type quality, samplingRule } from '@kituo/sdk/contracts';
import {
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
  type List,
  ListScreen,
  number,
  oneOf,
  onPage,
  PlusIcon,
  status,
  text,
  time,
  useAction,
  useListPage,
} from '@kituo/sdk/page';
import { INSPECTION_SOURCE, QUALITY_SETTING_STATUS, sheets } from '../quality-words.ts';

type Row = samplingRule.SamplingRuleRow;

interface Values extends Record<string, unknown> {
  readonly ruleName: string;
  readonly sourceType: quality.SourceType;
  readonly sheetNo: string | null;
  readonly percent: number | null;
  readonly minPerPerson: number | null;
  readonly minSeconds: number | null;
  readonly drawsWeekly: boolean;
}
const { Number: Count, Select, Switch, Text } = fieldsOf<Values>();

const columns = defineColumns<Row>([
  text('ruleName', { sortable: true, width: 220 }),
  status('sourceType', INSPECTION_SOURCE, { width: 130 }),
  text('sheetName', { width: 190 }),
  count('percent', { width: 90 }),
  count('minPerPerson', { width: 120 }),
  count('minSeconds', { width: 110 }),
  flag('drawsWeekly', { width: 110 }),
  status('ruleStatus', QUALITY_SETTING_STATUS, { width: 150 }),
  text('updatedByName', { width: 150 }),
  text('approvedByName', { width: 150 }),
  time('updatedAt', { sortable: true, width: 165 }),
  number('ruleNo', { width: 120 }),
]);
const filters = defineFilters({
  ruleName: containing(),
  sourceType: oneOf(INSPECTION_SOURCE),
  ruleStatus: oneOf(QUALITY_SETTING_STATUS),
});
const facts = ({ ruleName }: Row) => ({ name: ruleName });
const nothing = (): Values => ({
  ruleName: '',
  sourceType: 'CALL',
  sheetNo: null,
  percent: 5,
  minPerPerson: 1,
  minSeconds: 0,
  drawsWeekly: true,
});
const formOf = (values: Values) => ({
  ruleName: values.ruleName,
  sourceType: values.sourceType,
  sheetNo: values.sheetNo ?? '',
  percent: values.percent ?? Number.NaN,
  minPerPerson: values.minPerPerson ?? Number.NaN,
  minSeconds: values.minSeconds ?? Number.NaN,
  drawsWeekly: values.drawsWeekly,
});

function useStep(name: string, endpoint: typeof samplingRule.submit, list: List<Row>, isDangerous = false) {
  return useAction({
    name,
    endpoint,
    request: ({ ruleNo, version }: Row, { reason }: { readonly reason?: string }) => ({
      ruleNo,
      version,
      ...(reason !== undefined && reason !== '' && { reason }),
    }),
    list,
    facts,
    isDangerous,
  });
}

/** How much of each person is inspected, by source; drawn from the inspections themselves. */
export function RulesList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: samplingRule.page,
    idOf: (row) => row.ruleNo,
    columns,
    filters,
    defaultSort: '-updatedAt',
    file: { endpoint: samplingRule.exportList, jobKind: 'samplingRules.export' },
  });
  const { list } = screen;
  const add = useAction({
    name: 'ruleAdd',
    endpoint: samplingRule.save,
    request: (_nothing: null, values: Values) => formOf(values),
    list: { refresh: list.refresh },
  });
  const update = useAction({
    name: 'ruleUpdate',
    endpoint: samplingRule.save,
    request: ({ ruleNo, version }: Row, values: Values) => ({ ruleNo, version, ...formOf(values) }),
    list,
    facts,
  });
  const submit = useStep('ruleSubmit', samplingRule.submit, list);
  const approve = useStep('ruleApprove', samplingRule.approve, list);
  const sendBack = useStep('ruleReturn', samplingRule.sendBack, list);
  const enable = useStep('ruleEnable', samplingRule.enable, list);
  const disable = useStep('ruleDisable', samplingRule.disable, list, true);
  return (
    <ListScreen
      of={screen}
      title={t('rule.title')}
      nameOf={(row) => row.ruleName}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[
        allowedAs(update, 'update'),
        allowedAs(submit, 'submit'),
        allowedAs(approve, 'approve'),
        allowedAs(sendBack, 'return'),
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
      ]}
      detail={({ ruleNo }) => (
        <DetailOf endpoint={samplingRule.detail} request={{ ruleNo }}>
          {({ history, ...row }) => (
            <>
              <DescriptionList of={row} columns={columns} />
              <h3 className="kp-section-title">{t('tab.history')}</h3>
              <History entries={history} titleOf={({ action }) => t(`history.${action}`)} />
            </>
          )}
        </DetailOf>
      )}
      emptyText={t('rule.none')}
    >
      <FormDrawer action={add} defaults={nothing}>
        <Fields />
      </FormDrawer>
      <FormDrawer action={update} defaults={(row): Values => ({ ...nothing(), ...row })}>
        <Fields />
      </FormDrawer>
      {[submit, approve, enable, disable].map((step) => (
        <Ask key={step.name} action={step} />
      ))}
      <AskReason action={sendBack} />
    </ListScreen>
  );
}

function Fields() {
  const t = useText();
  return (
    <>
      <Text name="ruleName" maxLength={64} />
      <Select name="sourceType" options={INSPECTION_SOURCE} />
      <Select name="sheetNo" options={sheets} />
      <Count name="percent" unit="%" hint={t('rule.percentHint')} />
      <Count name="minPerPerson" hint={t('rule.minHint')} />
      <Count name="minSeconds" unit="s" hint={t('rule.secondsHint')} />
      <Switch name="drawsWeekly" hint={t('rule.weeklyHint')} />
    </>
  );
}
