import { useText } from '@kituo/sdk';
import { riskModel } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  day,
  decimal,
  defineColumns,
  defineFilters,
  fieldsOf,
  flag,
  LOAN_TYPE,
  merchantOptions,
  number,
  oneOf,
  several,
  status,
  text,
  useFormValues,
  yesNo,
  type RowAction,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind, RuleScreen, type RuleValue } from '@kituo/sdk/rules';
import { useEffect, useMemo, useState } from 'react';
import { MODEL_ROLE, MODEL_SCORER } from '../parts/codes.ts';
import { CardEditor, LevelsEditor, type ModelLines } from './card-editor.tsx';
import { DriftOf } from './drift.tsx';
import { FairnessOf } from './fairness.tsx';
import { ScoreOrder } from './score-order.tsx';
import { shownValue } from '../parts/money-values.ts';
import { TestOf } from './test-result.tsx';
import { Traffic, useTraffic } from './traffic.tsx';

type Translate = ReturnType<typeof useText>;
type ModelRow = riskModel.RiskModelRow;

const FIELDS = [
  'ruleName',
  'loanType',
  'scorer',
  'baseScore',
  'endpoint',
  'timeoutMs',
  'inputSchema',
  'fallbackLevel',
  'oddsScore',
  'oddsAtScore',
  'pointsToDouble',
] as const;
const { Text, Number: Count, Segmented } = fieldsOf<Record<(typeof FIELDS)[number], unknown>>();
const NO_LINES: ModelLines = { attributes: [], levels: [{ modelLevel: 'A', minScore: 0 }] };

const columns = defineColumns<ModelRow>([
  number('ruleId', { width: 110 }),
  text('ruleName', { width: 200 }),
  text('merchantName', { width: 140 }),
  status('role', MODEL_ROLE, { width: 110 }),
  status('loanType', LOAN_TYPE, { width: 100 }),
  count('trafficPercent', { width: 100 }),
  several('levels', ({ levels }) => levels.map(({ modelLevel, minScore }) => `${modelLevel} ≥ ${minScore}`), {
    width: 170,
  }),
  decimal('averageScore', { digits: 1, width: 120 }),
  decimal('gini', { digits: 1, width: 80 }),
  decimal('driftPsi', { digits: 3, width: 90 }),
  count('failuresToday', { width: 120 }),
  count('versionNo', { width: 80 }),
  day('effectiveFrom', { sortable: true }),
  status('ruleStatus', RULE_STATUS, { width: 120 }),
  status('scorer', MODEL_SCORER, { width: 130 }),
  flag('hasPending', { width: 130 }),
]);
const filters = defineFilters({
  modelCode: containing({ example: 'R000001' }),
  modelName: containing(),
  merchantNo: oneOf(merchantOptions),
  loanType: oneOf(LOAN_TYPE),
  role: oneOf(MODEL_ROLE),
  ruleStatus: oneOf(RULE_STATUS),
  hasPending: yesNo(),
});

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** What of the form belongs to the chosen kind of scorer. */
function valueOf(values: RuleValue, { attributes, levels }: ModelLines): RuleValue {
  const isService = values['scorer'] === 'HTTP';
  return {
    ruleName: values['ruleName'],
    loanType: values['loanType'],
    scorer: values['scorer'],
    baseScore: isService ? 0 : values['baseScore'],
    attributes: isService ? [] : attributes,
    endpoint: isService ? textOrNull(values['endpoint']) : null,
    timeoutMs: values['timeoutMs'],
    inputSchema: isService ? textOrNull(values['inputSchema']) : null,
    levels,
    fallbackLevel: textOrNull(values['fallbackLevel']),
    oddsScore: values['oddsScore'],
    oddsAtScore: values['oddsAtScore'],
    pointsToDouble: values['pointsToDouble'],
  };
}

/** Each line a field, so that a comparison names the line that changed. */
function shownIn(t: Translate, { attributes, levels, ...value }: RuleValue): RuleValue {
  const card = riskModel.modelValue.shape.attributes.safeParse(attributes).data ?? [];
  const steps = riskModel.modelValue.shape.levels.safeParse(levels).data ?? [];
  return {
    ...value,
    ...Object.fromEntries(steps.map(({ modelLevel, minScore }) => [`level ${modelLevel}`, String(minScore)])),
    ...Object.fromEntries(
      card.map(({ input, from, points }) => [`${t(`MODEL_INPUT.${input}`)}, ${shownValue(input, from)}`, points]),
    ),
  };
}

function labelIn(t: Translate, field: string): string {
  if (field.startsWith('level ')) return t('model.levelFrom', { level: field.slice(6) });
  return FIELDS.some((own) => own === field) ? t(`field.${field}`) : field;
}

function kindIn(
  t: Translate,
  lines: ModelLines,
  setLines: (lines: ModelLines) => void,
  share: RowAction<ModelRow>,
): RuleKind<ModelRow> {
  return {
    name: 'riskModel',
    addName: 'modelAdd',
    configKey: 'risk.model',
    endpoints: riskModel,
    columns,
    filters,
    nameOf: (row) => row.ruleName,
    fields: FIELDS,
    valuesOf: (row) => ({
      ruleName: row?.ruleName ?? '',
      loanType: row?.loanType ?? 'FIRST',
      scorer: row?.scorer ?? 'SCORECARD',
      baseScore: row?.baseScore ?? 500,
      endpoint: row?.endpoint ?? '',
      timeoutMs: row?.timeoutMs ?? 1_000,
      inputSchema: row?.inputSchema ?? '',
      fallbackLevel: row?.fallbackLevel ?? '',
      oddsScore: row?.oddsScore ?? null,
      oddsAtScore: row?.oddsAtScore ?? null,
      pointsToDouble: row?.pointsToDouble ?? null,
    }),
    valueOf: (values) => valueOf(values, lines),
    shown: (value) => shownIn(t, value),
    labelOf: (field) => labelIn(t, field),
    form: (row) => <Fields row={row} lines={lines} setLines={setLines} />,
    tabs: (row) => [
      { name: 'drift', content: () => <DriftOf ruleId={row.ruleId} /> },
      { name: 'fairness', content: () => <FairnessOf ruleId={row.ruleId} /> },
      { name: 'traffic', content: () => <Traffic ruleId={row.ruleId} /> },
      { name: 'test', code: 'report:abTest:view', content: () => <TestOf ruleId={row.ruleId} /> },
      { name: 'score', code: 'risk:model:score', content: () => <ScoreOrder ruleId={row.ruleId} /> },
    ],
    wordOf: (code, field) =>
      field === 'loanType' ? t(`LOAN_TYPE.${code}`) : field === 'scorer' ? t(`MODEL_SCORER.${code}`) : code,
    outcomeWord: (level) => level,
    disableText: t('riskModel.disableText'),
    rowActions: [share],
  };
}

/** The models that score applications, each with its share. */
export function Models() {
  const t = useText();
  const [lines, setLines] = useState(NO_LINES);
  const traffic = useTraffic();
  const share: RowAction<ModelRow> = traffic.rowAction;
  const kind = useMemo(() => kindIn(t, lines, setLines, share), [t, lines, share]);
  return <RuleScreen kind={kind}>{traffic.dialog}</RuleScreen>;
}

function Fields(props: {
  readonly row: ModelRow | null;
  readonly lines: ModelLines;
  readonly setLines: (lines: ModelLines) => void;
}) {
  const t = useText();
  const { row, lines, setLines } = props;
  useEffect(() => {
    setLines(row ? { attributes: row.attributes, levels: row.levels } : NO_LINES);
  }, [row, setLines]);
  const isService = useFormValues()['scorer'] === 'HTTP';
  return (
    <>
      <Text name="ruleName" maxLength={64} />
      <Segmented name="loanType" options={LOAN_TYPE} />
      <Segmented name="scorer" options={MODEL_SCORER} />
      {isService ? (
        <>
          <Text name="endpoint" maxLength={300} />
          <Count name="timeoutMs" hint={t('model.timeoutHint')} />
          <Text name="inputSchema" isLong maxLength={4_000} hint={t('model.schemaHint')} />
        </>
      ) : (
        <>
          <Count name="baseScore" />
          <CardEditor lines={lines} onChange={setLines} />
        </>
      )}
      <LevelsEditor lines={lines} onChange={setLines} />
      <Text name="fallbackLevel" isOptional maxLength={2} hint={t('model.fallbackHint')} />
      <fieldset className="rk-rules">
        <legend>{t('calibration.group')}</legend>
        <p className="kp-muted">{t('calibration.hint')}</p>
        <Count name="oddsAtScore" isOptional />
        <Count name="oddsScore" isOptional />
        <Count name="pointsToDouble" isOptional />
      </fieldset>
    </>
  );
}
