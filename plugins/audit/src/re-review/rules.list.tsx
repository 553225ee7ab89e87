import { formatDate, useText } from '@kituo/sdk';
import { reReview } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  BatchButton,
  DataTable,
  DescriptionList,
  DetailActions,
  DetailDrawer,
  ExportButton,
  FilterBar,
  ListPage,
  useAction,
  useBatch,
  useDetail,
  useListPage,
} from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { useState } from 'react';
import { FactsTable, factsOf } from '../rules/facts-table.tsx';
import { rulesColumns, rulesFilters } from './re-review-fields.ts';
import type { RulesRow } from './re-review-fields.ts';
import { PolicyDefaults } from './policy-defaults.tsx';
import { rulesOf } from './rule-fields.tsx';
import type { RulesValues } from './rule-fields.tsx';
import { CopyForm, RulesForm } from './rules.forms.tsx';
import type { CopyValues } from './rules.forms.tsx';

const facts = (row: RulesRow) => ({ name: row.merchantName });
const waiting = ({ merchantNo, next }: RulesRow) => ({
  merchantNo,
  configNo: next?.configNo ?? '',
  version: next?.version ?? 0,
});

/** The rules of each merchant: what holds, what is used today, what waits. */
export function ReReviewRulesList() {
  const t = useText();
  const [columns] = useState(() => rulesColumns(t));
  const { list, layout, views, exporter, opened } = useListPage<RulesRow>({
    load: reReview.configPage,
    idOf: (row) => row.merchantNo,
    columns,
    filters: rulesFilters,
    defaultSort: 'merchantNo',
    file: { endpoint: reReview.configExport, jobKind: 'reReviews.exportRules' },
  });
  const update = useAction({
    name: 'reReviewRules',
    endpoint: reReview.configSave,
    request: ({ merchantNo }: RulesRow, values: RulesValues) => ({
      merchantNo,
      rules: rulesOf(values),
      effectiveFrom: values.effectiveFrom ?? '',
      reason: values.reason,
    }),
    list,
    facts: (row, reply) => ({ ...facts(row), date: formatDate(reply?.next?.effectiveFrom) }),
  });
  const approve = useAction({ name: 'rulesApprove', endpoint: reReview.configApprove, request: waiting, list, facts });
  const reject = useAction({
    name: 'rulesReject',
    endpoint: reReview.configReject,
    request: (row: RulesRow, { reason }: { reason: string }) => ({ ...waiting(row), reason }),
    list,
    facts,
    isDangerous: true,
  });
  const withdraw = useAction({
    name: 'rulesWithdraw',
    endpoint: reReview.configWithdraw,
    request: waiting,
    list,
    facts,
  });
  const copy = useBatch({
    name: 'rulesCopy',
    endpoint: reReview.configCopy,
    jobKind: 'reReviews.copyRules',
    most: reReview.MAX_COPIED_TO,
    list,
    request: ({ ids }, values: CopyValues) => ({
      fromMerchantNo: values.fromMerchantNo ?? '',
      merchantNos: [...(ids ?? [])],
      effectiveFrom: values.effectiveFrom ?? '',
      reason: values.reason,
    }),
  });
  const rowActions: readonly RowAction<RulesRow>[] = [
    allowedAs(update, 'update'),
    allowedAs(approve, 'approve'),
    allowedAs(reject, 'reject'),
    allowedAs(withdraw, 'withdraw'),
  ];
  return (
    <ListPage
      list={list}
      title={t('reReview.rulesTitle')}
      action={<PolicyDefaults onDecided={list.refresh} />}
      views={views}
      batch={
        <>
          <BatchButton batch={copy} />
          <ExportButton exporter={exporter} />
        </>
      }
    >
      <FilterBar list={list} layout={layout}>
        <ExportButton exporter={exporter} />
      </FilterBar>
      <DataTable
        list={list}
        layout={layout}
        label={t('reReview.rulesTitle')}
        nameOf={(row) => row.merchantName}
        rowActions={rowActions}
        isSelectable={copy.action.isPermitted || exporter.isPermitted}
        onOpen={opened.open}
      />
      <RulesDetail opened={opened.row} actions={rowActions} onClose={opened.close} />
      <RulesForm action={update} />
      <Ask
        action={approve}
        say={({ rules, next }) => (
          <>
            <p>
              {t('config.approveText', {
                maker: next?.makerName ?? '',
                date: formatDate(next?.effectiveFrom),
              })}
            </p>
            <Changes before={rules} after={next?.rules ?? rules} />
          </>
        )}
      />
      <AskReason action={reject} />
      <Ask action={withdraw} say={() => t('config.withdrawText')} />
      <CopyForm
        batch={copy}
        nameOf={(merchantNo) => list.rows.find((row) => row.merchantNo === merchantNo)?.merchantName ?? null}
      />
    </ListPage>
  );
}

type Rules = RulesRow['rules'];

/** Just the fields that differ. */
function Changes(props: { readonly before: Rules; readonly after: Rules }) {
  const before = new Map(factsOf(props.before).map(({ field, after }) => [field, after]));
  const differing = factsOf(props.after).filter(
    ({ field, after }) => JSON.stringify(before.get(field)) !== JSON.stringify(after),
  );
  return <FactsTable facts={differing.map((fact) => ({ ...fact, before: before.get(fact.field) }))} isCompared />;
}

function RulesDetail(props: {
  readonly opened: RulesRow | null;
  readonly actions: readonly RowAction<RulesRow>[];
  readonly onClose: () => void;
}) {
  const { opened } = props;
  const t = useText();
  const [columns] = useState(() => rulesColumns(t));
  const detail = useDetail(reReview.configDetail, opened && { merchantNo: opened.merchantNo });
  return (
    <DetailDrawer
      detail={detail}
      isOpen={opened !== null}
      title={opened?.merchantName ?? t('reReview.rulesTitle')}
      onClose={props.onClose}
      actions={
        <DetailActions row={detail.data} current={detail.data} actions={props.actions} onClose={props.onClose} />
      }
    >
      {(info) => (
        <>
          <DescriptionList of={info} columns={columns} />
          {info.next !== null && (
            <>
              <h3 className="kp-section-title">{t('reReview.waiting')}</h3>
              <Changes before={info.rules} after={info.next.rules} />
            </>
          )}
          <h3 className="kp-section-title">{t('reReview.versions')}</h3>
          <ul className="kp-facts">
            {info.versions.map((one) => (
              <li key={one.configNo}>
                <b>{t('config.versionOf', { no: one.versionNo })}</b> {t(`CONFIG_VERSION_STATUS.${one.versionStatus}`)},{' '}
                {formatDate(one.effectiveFrom)}, {one.makerName}
                {one.checkerName !== null && ` / ${one.checkerName}`}: {one.reason}
                {one.decisionReason !== null && ` (${one.decisionReason})`}
              </li>
            ))}
          </ul>
        </>
      )}
    </DetailDrawer>
  );
}
