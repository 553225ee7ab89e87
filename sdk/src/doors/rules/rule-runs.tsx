import { formatDateTime, useText } from '@kituo/sdk';
import type { rules } from '@kituo/sdk/contracts';
import {
  count,
  DataTable,
  defineColumns,
  defineFilters,
  type ListOptions,
  money,
  time,
  useLayout,
  useList,
} from '@kituo/sdk/page';
import type { ReactNode } from 'react';
import { RULES_TEXTS } from './rules-texts.ts';

const columns = defineColumns<rules.RunRow>([
  time('runAt', { sortable: true, width: 165 }),
  count('versionNo', { width: 80 }),
  count('itemCount', { width: 90 }),
  money('amountCents', { width: 140 }),
]);
const filters = defineFilters({});

/**
 * What a rule did, run by run, each with its first items: a tab of families that keep their runs.
 *
 * @example tabs: (row) => [{ name: 'runs', content: () => <RuleRuns load={family.runPage} ruleId={row.ruleId} label={row.ruleName} say={sayRun} /> }]
 */
export function RuleRuns(props: {
  readonly load: ListOptions<rules.RunRow>['load'];
  readonly ruleId: string;
  readonly label: string;
  /** How an item reads. */
  readonly say?: (item: rules.RunRow['items'][number]) => string;
  /** What is shown of a run in place of its first items. */
  readonly draw?: (run: rules.RunRow, isNewest: boolean) => ReactNode;
}) {
  const { load, ruleId, label, say, draw } = props;
  const own = useText(RULES_TEXTS);
  const list = useList<rules.RunRow>({
    load,
    idOf: (row) => row.runId,
    columns,
    filters,
    defaultSort: '-runAt',
    always: { ruleId },
  });
  const layout = useLayout('rules.runs', columns);
  return (
    <>
      <DataTable
        list={list}
        layout={layout}
        label={label}
        nameOf={(row) => formatDateTime(row.runAt)}
        rowActions={[]}
        emptyText={own('rule.noRuns')}
      />
      {list.rows.map((run, index) => (
        <section key={run.runId} aria-label={formatDateTime(run.runAt)}>
          <h4>{formatDateTime(run.runAt)}</h4>
          {draw?.(run, list.state.page === 1 && index === 0)}
          {say && (
            <ul className="kp-facts">
              {run.items.map((item, place) => (
                <li key={`${item.subjectNo}-${place}`}>{say(item)}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </>
  );
}
