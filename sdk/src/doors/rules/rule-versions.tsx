import { useText } from '@kituo/sdk';
import { config, type rules } from '@kituo/sdk/contracts';
import {
  CONFIG_VERSION_STATUS,
  count,
  DataTable,
  day,
  decision,
  DecisionDialogs,
  defineColumns,
  defineFilters,
  Diff,
  status,
  text,
  time,
  useDecisions,
  useLayout,
  useList,
} from '@kituo/sdk/page';
import { useState } from 'react';
import type { RuleKind, RuleValue, Version } from './rule-kind.ts';
import { RULES_TEXTS } from './rules-texts.ts';

const columns = defineColumns<Version>([
  count('versionNo', { width: 80 }),
  status('versionStatus', CONFIG_VERSION_STATUS, { width: 124 }),
  day('effectiveFrom'),
  text('makerName', { width: 140 }),
  text('checkerName', { width: 140 }),
  text('reason', { width: 180 }),
  time('updatedAt', { width: 160 }),
]);
const filters = defineFilters({});
const one = ({ versionId, version }: Version) => ({ versionId, version });
const noted = (row: Version, reason?: string) => ({ ...one(row), ...(reason !== undefined && { reason }) });
const valueOf = ({ value }: Version): RuleValue => (typeof value === 'object' && value !== null ? { ...value } : {});

/** The versions of one rule, each beside the one before it, with their decision. */
export function RuleVersions<Row extends rules.RuleRow>(props: {
  readonly kind: RuleKind<Row>;
  readonly rule: Row;
  readonly onChanged: () => void;
}) {
  const { kind, rule } = props;
  const { shown = (value: RuleValue) => value } = kind;
  const t = useText();
  const own = useText(RULES_TEXTS);
  const [shownColumns] = useState(() => [...columns.slice(0, 3), ...(kind.versionColumns ?? []), ...columns.slice(3)]);
  const list = useList<Version>({
    load: config.page,
    idOf: (row) => row.versionId,
    columns: shownColumns,
    filters,
    defaultSort: '-versionNo',
    always: { configKey: kind.configKey, subjectNo: rule.subjectNo },
  });
  const layout = useLayout(`${kind.configKey}.versions`, shownColumns);
  const refresh = (): void => {
    list.refresh();
    props.onChanged();
  };
  const decisions = useDecisions<Version>({
    list: { refresh },
    nameOf: (row) => own('rule.version', { name: kind.nameOf(rule), no: row.versionNo }),
    approve: decision(config.approve, noted),
    reject: decision(config.reject, (row: Version, reason: string) => ({ ...one(row), reason })),
    withdraw: decision(config.withdraw, noted),
  });
  const before = (row: Version) => list.rows.find(({ versionNo }) => versionNo < row.versionNo);
  const difference = (row: Version) => {
    const earlier = before(row);
    return (
      <Diff
        before={earlier ? shown(valueOf(earlier)) : null}
        after={shown(valueOf(row))}
        order={kind.fields}
        wordOf={kind.wordOf}
        {...(kind.labelOf && { nameOf: kind.labelOf })}
        {...(kind.draw && { draw: kind.draw })}
      />
    );
  };
  return (
    <>
      <DataTable
        list={list}
        layout={layout}
        label={t('tab.versions')}
        nameOf={decisions.nameOf}
        rowActions={decisions.rowActions}
      />
      {list.rows.map((row) => (
        <section key={row.versionId} aria-label={decisions.nameOf(row)}>
          <h4>{own('rule.versionNo', { no: row.versionNo })}</h4>
          {difference(row)}
        </section>
      ))}
      <DecisionDialogs decisions={decisions}>
        {(row) => (
          <>
            {kind.effectOf && <p>{kind.effectOf(valueOf(row), row.effectiveFrom)}</p>}
            {difference(row)}
          </>
        )}
      </DecisionDialogs>
    </>
  );
}
