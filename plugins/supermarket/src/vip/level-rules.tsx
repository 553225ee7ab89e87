import { useText } from '@kituo/sdk';
import { vipLevel } from '@kituo/sdk/contracts';
import {
  containing,
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
import { LevelProducts } from './level-products.tsx';
import { TryLevel } from './simulation.tsx';

type Row = vipLevel.VipLevelRow;
type Field =
  | 'levelName'
  | 'levelNo'
  | 'minSettledOrders'
  | 'minOnTimePercent'
  | 'maxDpd'
  | 'validDays'
  | 'couponTemplateNo'
  | 'limitStepUpPercent'
  | 'hotlinePriority'
  | 'icon';
const { Decimal, Image, Languages, Number: Count, Select, Switch } = fieldsOf<Record<Field, unknown>>();

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
  flag('hotlinePriority', { width: 120 }),
  several('icon', ({ icon }) => (icon === undefined ? [] : [icon.fileName]), { width: 130 }),
  several('limitStepUpBps', ({ limitStepUpBps }) => [percentOf(limitStepUpBps)], { width: 130 }),
  count('members', { width: 100 }),
  status('ruleStatus', RULE_STATUS, { width: 130 }),
  day('effectiveFrom', { sortable: true }),
  count('versionNo', { width: 80 }),
  flag('hasPending', { width: 140 }),
]);

/** What of the form becomes the version. */
const valueOf = ({
  limitStepUpPercent,
  couponTemplateNo,
  icon,
  levelName,
  ...values
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...values,
  ...namesOf(levelName),
  ...(icon !== null && icon !== undefined && { icon }),
  couponTemplateNo: couponTemplateNo === '' ? null : couponTemplateNo,
  limitStepUpBps: typeof limitStepUpPercent === 'number' ? Math.round(limitStepUpPercent * 100) : Number.NaN,
});

const kind: RuleKind<Row> = {
  name: 'vip',
  configKey: 'supermarket.vipLevel',
  endpoints: vipLevel,
  columns,
  filters: defineFilters({
    levelName: containing(),
    levelNo: containing({ example: '2' }),
    merchantNo: oneOf(merchantOptions),
    ruleStatus: oneOf(RULE_STATUS),
    hasPending: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  fields: [
    'levelNo',
    'ruleName',
    'otherNames',
    'minSettledOrders',
    'minOnTimePercent',
    'maxDpd',
    'validDays',
    'couponTemplateNo',
    'limitStepUpBps',
    'hotlinePriority',
    'icon',
  ],
  valuesOf: (row) => ({
    levelName: row === null ? {} : { ...row.otherNames, en: row.ruleName },
    levelNo: row?.levelNo ?? null,
    minSettledOrders: row?.minSettledOrders ?? null,
    minOnTimePercent: row?.minOnTimePercent ?? null,
    maxDpd: row?.maxDpd ?? null,
    validDays: row?.validDays ?? 90,
    couponTemplateNo: row?.couponTemplateNo ?? null,
    limitStepUpPercent: (row?.limitStepUpBps ?? 0) / 100,
    hotlinePriority: row?.hotlinePriority ?? false,
    icon: row?.icon ?? null,
  }),
  valueOf,
  form: () => <Fields />,
  more: (row) => <LevelProducts level={row} />,
  wordOf: (code) => code,
  draw: (field, value) => {
    if (field === 'icon') return iconName(value);
    if (field === 'otherNames') return otherWords(value);
    return field === 'limitStepUpBps' && typeof value === 'number' ? percentOf(value) : undefined;
  },
};

/** English is the level’s name; the other languages beside it, those that were left empty not. */
function namesOf(levelName: unknown): { ruleName: string; otherNames: Record<string, string> } {
  const typed = Object.entries(typeof levelName === 'object' && levelName !== null ? levelName : {}).filter(
    (one): one is [string, string] => typeof one[1] === 'string' && one[1].trim() !== '',
  );
  const { en: ruleName = '', ...otherNames } = Object.fromEntries(typed);
  return { ruleName, otherNames };
}

const otherWords = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).join(', ') : '';

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
      </div>
      <Languages name="levelName" maxLength={64} />
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
      <Switch name="hotlinePriority" />
      <TryLevel valueOf={valueOf} />
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
