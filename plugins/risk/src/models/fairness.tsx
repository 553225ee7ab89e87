import { useText } from '@kituo/sdk';
import { modelFairness } from '@kituo/sdk/contracts';
import { Answered, ExportButton, useDetail, useExport } from '@kituo/sdk/page';
import { useState } from 'react';
import '../rules/rules.css';
import './fairness.css';

type Translate = ReturnType<typeof useText>;
type Group = modelFairness.FairnessGroup;

/** What of the check is looked at: a version of the model, and the decisions of a version of a rule set. */
interface Chosen {
  readonly versionNo?: number;
  readonly ruleSetCode?: string;
  readonly ruleSetVersionNo?: number;
}

const COLUMNS = [
  'applications',
  'meanScore',
  'decided',
  'approvedPercent',
  'ratio',
  'matured',
  'defaultPercent',
] as const;
const NONE: ReadonlyMap<string, unknown> = new Map();

/** How groups of applicants fared under a version of a model, beside the group that fared best. */
export function FairnessOf({ ruleId }: { readonly ruleId: string }) {
  const t = useText();
  const [chosen, setChosen] = useState<Chosen>({});
  const detail = useDetail(modelFairness.fairness, { ruleId, ...chosen });
  const exporter = useExport({
    list: {
      request: { filters: {}, sort: null },
      total: detail.data?.groups.length ?? 0,
      selection: { count: 0, rows: NONE },
    },
    endpoint: modelFairness.fairnessExport,
    jobKind: 'modelFairness.export',
    request: ({ format }) => ({ format, filters: { ruleId, ...chosen } }),
  });
  return (
    <>
      <p className="kp-note">{t('fairness.indicator')}</p>
      <Answered detail={detail}>
        {(fairness) => (
          <>
            <div className="rk-line">
              <Choices fairness={fairness} chosen={chosen} onChoose={setChosen} />
              <ExportButton exporter={exporter} />
            </div>
            {fairness.groups.length === 0 ? (
              <p className="kp-muted">{t('fairness.nobody')}</p>
            ) : (
              modelFairness.fairnessTrait.options.map((trait) => (
                <Groups key={trait} trait={trait} groups={fairness.groups.filter((one) => one.trait === trait)} />
              ))
            )}
            <p className="kp-muted">
              {t('fairness.how', { count: fairness.minGroup, policy: fairness.policyVersion })}
            </p>
          </>
        )}
      </Answered>
    </>
  );
}

function Choices(props: {
  readonly fairness: modelFairness.Fairness;
  readonly chosen: Chosen;
  readonly onChoose: (chosen: Chosen) => void;
}) {
  const t = useText();
  const { fairness, chosen, onChoose } = props;
  const { ruleSet, ruleSets, versions } = fairness;
  const keyOf = (one: { readonly ruleSetCode: string; readonly versionNo: number }) =>
    `${one.ruleSetCode} ${one.versionNo}`;
  return (
    <>
      <label>
        {t('field.versionNo')}
        <select
          className="bp6-input bp6-fill"
          value={fairness.versionNo}
          onChange={({ target }) => {
            onChoose({ ...chosen, versionNo: Number(target.value) });
          }}
        >
          {versions.map((no) => (
            <option key={no} value={no}>
              {t('rule.versionNo', { no })}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('field.ruleSetCode')}
        <select
          className="bp6-input bp6-fill"
          value={ruleSet === null ? '' : keyOf(ruleSet)}
          onChange={({ target }) => {
            const found = ruleSets.find((one) => keyOf(one) === target.value);
            const { versionNo } = chosen;
            onChoose({
              ...(versionNo !== undefined && { versionNo }),
              ...(found && { ruleSetCode: found.ruleSetCode, ruleSetVersionNo: found.versionNo }),
            });
          }}
        >
          <option value="">{t('fairness.anyRuleSet')}</option>
          {ruleSets.map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {t('rule.version', { name: one.ruleSetName, no: one.versionNo })}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

/** A county as it was written, FEMALE or MALE in words, an age band as it is. */
function nameOf({ trait, group }: Group, t: Translate): string {
  if (group === null) return t('fairness.notStated');
  return trait === 'SEX' ? t(`fairness.sex.${group}`) : group;
}

function Groups(props: { readonly trait: modelFairness.FairnessTrait; readonly groups: readonly Group[] }) {
  const t = useText();
  const { trait, groups } = props;
  const title = t(`fairness.trait.${trait}`);
  if (groups.length === 0) return null;
  return (
    <section aria-label={title} className="rk-fairness">
      <table className="rk-items">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`fairness.head.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.group ?? ''} data-below={group.isBelowFourFifths || undefined}>
              <th scope="row">{nameOf(group, t)}</th>
              {group.isWithheld ? (
                <td colSpan={COLUMNS.length} className="kp-muted">
                  {t('fairness.withheld')}
                </td>
              ) : (
                COLUMNS.map((column) => <td key={column}>{figure(group, column, t)}</td>)
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function figure(group: Group, column: (typeof COLUMNS)[number], t: Translate): string {
  const value = group[column];
  if (value === null) return '-';
  if (column === 'ratio') {
    const text = value.toFixed(2);
    if (group.isBest) return t('fairness.best', { ratio: text });
    return group.isBelowFourFifths ? t('fairness.below', { ratio: text }) : text;
  }
  return column.endsWith('Percent') ? `${value.toFixed(1)}%` : String(value);
}
