import { eatDay, useText } from '@kituo/sdk';
import type { rules } from '@kituo/sdk/contracts';
import {
  ActionButton,
  AskReason,
  DataTable,
  DetailActions,
  DetailDrawer,
  DetailTabs,
  DescriptionList,
  ExportButton,
  FilterBar,
  FormDrawer,
  fieldsOf,
  known,
  ListPage,
  merchantOptions,
  useListPage,
  useRefreshOn,
  type Action,
} from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import { DryRun } from './dry-run.tsx';
import type { RuleForm, RuleKind } from './rule-kind.ts';
import { RULES_TEXTS } from './rules-texts.ts';
import { RuleVersions } from './rule-versions.tsx';
import { useRuleActions, type RuleActions, type RuleStart } from './use-rule-actions.ts';

const { Select, Date: Day, Text } = fieldsOf<Record<'merchantNo' | 'effectiveFrom' | 'reason', unknown>>();

/** A page of named rules: the list, its form with a dry run where saving asks for one, and versions with their decision. */
export function RuleScreen<Row extends rules.RuleRow>(props: {
  readonly kind: RuleKind<Row>;
  /** Above the list. */
  readonly children?: ReactNode;
}) {
  const { kind } = props;
  const t = useText();
  const own = useText(RULES_TEXTS);
  const { columns, filters, nameOf } = kind;
  const { page, exportList } = kind.endpoints;
  const { list, layout, views, exporter, opened } = useListPage<Row>({
    load: page,
    idOf: (row) => row.ruleId,
    columns,
    filters,
    file: { endpoint: exportList, jobKind: exportList.name },
  });
  const actions = useRuleActions(kind, list);
  useRefreshOn('change', list.refresh);
  const start: RuleStart<Row> = { rule: null };
  const addButton = <ActionButton action={actions.add} subject={start} isPrimary />;
  const { row } = opened;
  const { Batches } = kind;
  const file = <ExportButton exporter={exporter} />;
  const draw = (buttons?: ReactNode, forms?: ReactNode) => (
    <ListPage
      list={list}
      views={views}
      batch={
        <>
          {buttons}
          {file}
        </>
      }
      title={t(`${kind.name}.title`)}
      action={
        <>
          {kind.pageActions}
          {addButton}
        </>
      }
    >
      {props.children}
      <FilterBar list={list} layout={layout}>
        {file}
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={t(`${kind.name}.title`)}
        nameOf={nameOf}
        rowActions={actions.rowActions}
        isSelectable={Batches !== undefined || exporter.isPermitted}
        onOpen={opened.open}
        emptyText={t(`${kind.name}.empty`)}
        emptyAction={addButton}
      />
      <DetailDrawer
        detail={known(row)}
        isOpen={row !== null}
        title={row === null ? t(`${kind.name}.title`) : nameOf(row)}
        onClose={opened.close}
        actions={<DetailActions row={row} current={row} actions={actions.rowActions} onClose={opened.close} />}
      >
        {(rule) => rule && <RuleTabs kind={kind} rule={rule} onChanged={list.refresh} />}
      </DetailDrawer>
      <Form kind={kind} actions={actions} action={actions.add} />
      <Form kind={kind} actions={actions} action={actions.update} />
      <AskReason action={actions.disable}>
        <p>{kind.disableText ?? own('rule.disableText')}</p>
        {actions.disable.subject !== null && kind.disableMore?.(actions.disable.subject)}
      </AskReason>
      <AskReason action={actions.enable}>
        <p>{own('rule.enableText')}</p>
        {actions.enable.subject !== null && kind.enableMore?.(actions.enable.subject)}
      </AskReason>
      {forms}
    </ListPage>
  );
  return Batches === undefined ? draw() : <Batches list={list}>{draw}</Batches>;
}

function RuleTabs<Row extends rules.RuleRow>(props: {
  readonly kind: RuleKind<Row>;
  readonly rule: Row;
  readonly onChanged: () => void;
}) {
  const { kind, rule } = props;
  const versions = {
    name: 'versions',
    awaits: { configKey: kind.configKey, subjectNo: rule.subjectNo },
    content: () => <RuleVersions kind={kind} rule={rule} onChanged={props.onChanged} />,
  };
  const facts = { name: 'rule', content: () => <Facts kind={kind} rule={rule} /> };
  const more = kind.tabs?.(rule) ?? [];
  // What awaits approval is what somebody came for.
  const tabs = rule.hasPending ? [versions, facts, ...more] : [facts, ...more, versions];
  return <DetailTabs key={rule.ruleId} label={kind.nameOf(rule)} parameter="detail" tabs={tabs} />;
}

function Facts<Row extends rules.RuleRow>({ kind, rule }: { readonly kind: RuleKind<Row>; readonly rule: Row }) {
  return (
    <>
      <DescriptionList of={rule} columns={kind.columns} />
      {kind.more?.(rule)}
    </>
  );
}

function Form<Row extends rules.RuleRow>(props: {
  readonly kind: RuleKind<Row>;
  readonly actions: RuleActions<Row>;
  readonly action: Action<RuleStart<Row>, RuleForm>;
}) {
  const { kind, actions, action } = props;
  const own = useText(RULES_TEXTS);
  return (
    <FormDrawer action={action} defaults={actions.defaults}>
      {({ rule }) => (
        <>
          <Select name="merchantNo" options={merchantOptions} isDisabled={rule !== null} />
          {kind.form(rule)}
          <Day name="effectiveFrom" min={eatDay()} hint={own('rule.fromHint')} />
          <Text name="reason" isLong maxLength={200} />
          {kind.endpoints.dryRun && (
            <DryRun endpoint={kind.endpoints.dryRun} kind={kind} rule={rule} actions={actions} />
          )}
        </>
      )}
    </FormDrawer>
  );
}
