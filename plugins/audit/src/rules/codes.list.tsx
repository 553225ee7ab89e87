import { Failed, useText } from '@kituo/sdk';
import { change, reviewConfig } from '@kituo/sdk/contracts';
import {
  ActionButton,
  allowedAs,
  Ask,
  DataTable,
  ExportButton,
  fieldsOf,
  FilterBar,
  FormDrawer,
  ListPage,
  useAction,
  useDetail,
  useExport,
  useLayout,
  useRows,
  useViews,
} from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import { useState } from 'react';
import { codeColumns, groupOptions } from './rules-fields.ts';
import type { RefuseCode } from './rules-fields.ts';

interface CodeValues extends Record<string, unknown> {
  readonly refuseCode: string;
  readonly parentCode: string | null;
  readonly denialReasonEn: string;
  readonly denialReasonZh: string;
  readonly denialReasonSw: string;
  readonly coolOffDays: number | null;
  readonly reReviewAllowed: boolean;
}
const { Text, Number, Switch, Select } = fieldsOf<CodeValues>();
const waitsIn = change.changeFamilies.refuseCode;

function valuesOf(code: RefuseCode | null): CodeValues {
  return {
    refuseCode: code?.refuseCode ?? '',
    parentCode: code?.parentCode ?? null,
    denialReasonEn: code?.denialReason['en'] ?? '',
    denialReasonZh: code?.denialReason['zh'] ?? '',
    denialReasonSw: code?.denialReason['sw'] ?? '',
    coolOffDays: code?.coolOffDays ?? 0,
    reReviewAllowed: code?.reReviewAllowed ?? true,
  };
}

const request = (values: CodeValues) => ({
  ...values,
  parentCode: values.parentCode === '' ? null : values.parentCode,
  coolOffDays: values.coolOffDays ?? 0,
});

/** The tree of refusal codes; each change awaits approval. */
export function CodesList() {
  const t = useText();
  const codes = useDetail(reviewConfig.refuseCodes, {});
  const [columns] = useState(() => codeColumns({ group: t('config.group') }));
  const list = useRows<RefuseCode>({
    name: 'audit.refuseCodes',
    rows: codes.data ?? [],
    idOf: (row) => row.refuseCode,
    columns,
    onRefresh: codes.refresh,
  });
  const layout = useLayout(list.name, columns);
  const views = useViews(list, layout);
  const exporter = useExport({
    list,
    endpoint: reviewConfig.codesExport,
    jobKind: 'refuseCodes.export',
    request: ({ format, ids }) => ({ format, filters: {}, ...(ids && { ids: [...ids] }) }),
  });
  const facts = (row: RefuseCode) => ({ name: row.refuseCode });
  const add = useAction({
    name: 'codeAdd',
    endpoint: reviewConfig.saveRefuseCode,
    request: (_nothing: null, values: CodeValues) => ({
      ...request(values),
      isNew: true,
    }),
    list: { refresh: list.refresh },
    waitsIn,
  });
  const update = useAction({
    name: 'codeUpdate',
    endpoint: reviewConfig.saveRefuseCode,
    request: ({ version }: RefuseCode, values: CodeValues) => ({
      ...request(values),
      version,
      isNew: false,
    }),
    list: { refresh: list.refresh },
    waitsIn,
    facts,
  });
  const one = ({ refuseCode }: RefuseCode) => ({ refuseCode });
  const refresh = { refresh: list.refresh };
  const enable = useAction({
    name: 'codeEnable',
    endpoint: reviewConfig.enableRefuseCode,
    request: one,
    list: refresh,
    waitsIn,
    facts,
  });
  const disable = useAction({
    name: 'codeDisable',
    endpoint: reviewConfig.disableRefuseCode,
    request: one,
    list: refresh,
    waitsIn,
    facts,
  });
  const addButton = <ActionButton action={add} subject={null} isPrimary />;
  return (
    <ListPage
      list={list}
      title={t('tab.codes')}
      views={views}
      action={addButton}
      batch={<ExportButton exporter={exporter} />}
    >
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      {codes.error !== null && <Failed error={codes.error} onRetry={codes.refresh} />}
      <DataTable
        list={list}
        layout={layout}
        label={t('tab.codes')}
        nameOf={(row) => row.refuseCode}
        rowActions={[allowedAs(update, 'update'), allowedAs(enable, 'enable'), allowedAs(disable, 'disable')]}
        isSelectable={exporter.isPermitted}
        emptyAction={addButton}
      />
      <CodeForm action={add} isNew />
      <CodeForm action={update} isNew={false} />
      <Ask action={enable} say={() => t('config.enableText')} />
      <Ask action={disable} say={(row) => <p>{t(row.isUsed ? 'config.disableUsed' : 'config.disableText')}</p>} />
    </ListPage>
  );
}

function CodeForm<Subject extends RefuseCode | null>(props: {
  readonly action: Action<Subject, CodeValues>;
  readonly isNew: boolean;
}) {
  const t = useText();
  return (
    <FormDrawer action={props.action} defaults={valuesOf}>
      <p className="kp-muted">{t('config.waitsHint')}</p>
      <div className="kp-pair">
        <Text name="refuseCode" maxLength={64} isDisabled={!props.isNew} />
        <Select name="parentCode" isOptional options={groupOptions} hint={t('config.groupHint')} />
      </div>
      <Text name="denialReasonEn" isLong maxLength={200} hint={t('config.denialHint')} />
      <Text name="denialReasonZh" isOptional isLong maxLength={200} />
      <Text name="denialReasonSw" isOptional isLong maxLength={200} />
      <Number name="coolOffDays" unit={t('config.days')} />
      <Switch name="reReviewAllowed" hint={t('config.reReviewHint')} />
    </FormDrawer>
  );
}
