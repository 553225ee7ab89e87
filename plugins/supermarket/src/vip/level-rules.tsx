import { useText } from '@kituo/sdk';
import { vipLevel } from '@kituo/sdk/contracts';
import {
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  fieldsOf,
  flag,
  merchantOptions,
  oneOf,
  remoteOptions,
  several,
  status,
  text,
  useFormValues,
  yesNo,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind, RuleScreen } from '@kituo/sdk/rules';

type Row = vipLevel.VipLevelRow;
type Field =
  | 'ruleName'
  | 'levelNo'
  | 'minSettledOrders'
  | 'minOnTimePercent'
  | 'maxDpd'
  | 'validDays'
  | 'couponTemplateNo'
  | 'limitStepUpPercent'
  | 'icon';
const { Decimal, Image, Number: Count, Select, Text } = fieldsOf<Record<Field, unknown>>();

const percentOf = (bps: number) => `${bps / 100}%`;
const templateOptions = remoteOptions(vipLevel.templates, (all) =>
  all.map(({ couponTemplateNo, couponContent }) => ({ value: couponTemplateNo, label: couponContent })),
);
const columns = defineColumns<Row>([
  count('levelNo', { width: 80 }),
  text('ruleName', { width: 170 }),
  text('merchantName', { width: 150 }),
  count('minSettledOrders', { width: 130 }),
  count('minOnTimePercent', { width: 120, as: (percent) => `${percent}%` }),
  count('maxDpd', { width: 130 }),
  count('validDays', { width: 100 }),
  text('couponName', { width: 170 }),
  several('limitStepUpBps', ({ limitStepUpBps }) => [percentOf(limitStepUpBps)], { width: 130 }),
  count('members', { width: 100 }),
  status('ruleStatus', RULE_STATUS, { width: 130 }),
  day('effectiveFrom', { sortable: true }),
  count('versionNo', { width: 80 }),
  flag('hasPending', { width: 140 }),
]);

const kind: RuleKind<Row> = {
  name: 'vip',
  configKey: 'supermarket.vipLevel',
  endpoints: vipLevel,
  columns,
  filters: defineFilters({ merchantNo: oneOf(merchantOptions), enabled: yesNo(), effectiveFrom: dateRange() }),
  nameOf: (row) => row.ruleName,
  fields: [
    'levelNo',
    'ruleName',
    'minSettledOrders',
    'minOnTimePercent',
    'maxDpd',
    'validDays',
    'couponTemplateNo',
    'limitStepUpBps',
    'icon',
  ],
  valuesOf: (row) => ({
    ruleName: row?.ruleName ?? '',
    levelNo: row?.levelNo ?? null,
    minSettledOrders: row?.minSettledOrders ?? null,
    minOnTimePercent: row?.minOnTimePercent ?? null,
    maxDpd: row?.maxDpd ?? null,
    validDays: row?.validDays ?? 90,
    couponTemplateNo: row?.couponTemplateNo ?? null,
    limitStepUpPercent: (row?.limitStepUpBps ?? 0) / 100,
    icon: row?.icon ?? null,
  }),
  valueOf: ({ limitStepUpPercent, couponTemplateNo, icon, ...values }) => ({
    ...values,
    ...(icon !== null && icon !== undefined && { icon }),
    couponTemplateNo: couponTemplateNo === '' ? null : couponTemplateNo,
    limitStepUpBps: typeof limitStepUpPercent === 'number' ? Math.round(limitStepUpPercent * 100) : Number.NaN,
  }),
  form: () => <Fields />,
  wordOf: (code) => code,
  draw: (field, value) => {
    if (field === 'icon') return iconName(value);
    return field === 'limitStepUpBps' && typeof value === 'number' ? percentOf(value) : undefined;
  },
};

function iconName(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'fileName' in value ? String(value.fileName) : undefined;
}

/** Levels: their conditions and what they bring. */
export function LevelRules() {
  return <RuleScreen kind={kind} />;
}

function Fields() {
  const t = useText();
  const { merchantNo } = useFormValues();
  return (
    <>
      <div className="kp-pair">
        <Count name="levelNo" hint={t('vip.levelHint')} />
        <Text name="ruleName" maxLength={30} />
      </div>
      <div className="kp-pair">
        <Count name="minSettledOrders" />
        <Count name="minOnTimePercent" unit="%" />
      </div>
      <div className="kp-pair">
        <Count name="maxDpd" />
        <Count name="validDays" />
      </div>
      <Select name="couponTemplateNo" options={templateOptions} isOptional hint={t('vip.couponHint')} />
      <Decimal name="limitStepUpPercent" digits={2} unit="%" hint={t('vip.stepHint')} />
      {typeof merchantNo === 'string' && (
        <Image
          name="icon"
          subjectType="vipLevel"
          subjectNo={merchantNo}
          aspect={1}
          isOptional
          hint={t('product.logoHint')}
        />
      )}
    </>
  );
}
