import { useText } from '@kituo/sdk';
import { sensitiveInfo } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  defineDictionary,
  dictionaryOptions,
  fieldsOf,
  remoteOptions,
  useFormValues,
  type VersionedFamily,
} from '@kituo/sdk/page';
import { RuleEffect } from './rule-effect.tsx';

type Translate = ReturnType<typeof useText>;
type Rule = sensitiveInfo.SensitiveRule;
const { MultiSelect, Number: Count, Segmented, Switch, Text } = fieldsOf<Record<keyof Rule | 'userName', unknown>>();

const MASK_STRENGTH = defineDictionary<CodesOf<typeof sensitiveInfo.maskStrength>>('MASK_STRENGTH', {
  FLOOR: 'waiting',
  TAIL: 'waiting',
  NOTHING: 'waiting',
});
export const screenOptions = remoteOptions(sensitiveInfo.screenOptions, (screens) =>
  screens.map(({ path, title, section }) => ({ value: path, label: title, hint: section })),
);
const PURPOSES = dictionaryOptions('REVEAL_PURPOSE');
export const roleOptions = remoteOptions(sensitiveInfo.roles, (roles) =>
  roles.map(({ roleNo, roleName }) => ({ value: roleNo, label: roleName })),
);

/** What an edit of one field begins with: all rules, and which of them is edited. */
export interface RuleStart {
  readonly rules: readonly Rule[];
  readonly fieldKey?: Rule['fieldKey'];
}

const rulesOf = (value: unknown): readonly Rule[] => sensitiveInfo.sensitiveInfo.safeParse(value).data?.rules ?? [];

function isStart(value: unknown): value is RuleStart {
  return typeof value === 'object' && value !== null && 'rules' in value && Array.isArray(value.rules);
}

/** The last part of a path says which page it is, in any language. */
const pageOf = (path: string): string => path.split('/').at(-1) ?? path;

/** A rule in one line. */
export function ruleText(t: Translate, rule: Rule): string {
  const roles = rule.revealRoles.length === 0 ? t('sensitive.anyRole') : rule.revealRoles.join(', ');
  const purposes = rule.purposes.length === 0 ? t('sensitive.anyPurpose') : rule.purposes.join(', ');
  const seen = rule.maskRule === 'FLOOR' ? [] : [t(`MASK_STRENGTH.${rule.maskRule}`)];
  const files = rule.exportAllowed ? [] : [t('sensitive.notInFiles')];
  const lists = (['tailScreens', 'hiddenScreens', 'noFileScreens'] as const).flatMap((list) =>
    rule[list].length === 0 ? [] : [`${t(`field.${list}`)} ${rule[list].map(pageOf).join(', ')}`],
  );
  return [...seen, ...files, ...lists, roles, purposes, t('sensitive.aDay', { count: rule.dailyRevealBudget })].join(
    ' · ',
  );
}

/** What of the form is the rule; the field itself, the date and the reason stand beside it. */
const RULE_FIELDS = [
  'maskRule',
  'exportAllowed',
  'tailScreens',
  'hiddenScreens',
  'noFileScreens',
  'revealRoles',
  'purposes',
  'dailyRevealBudget',
] as const;

/** All rules are one configuration; its form edits the rule of one field. */
export const sensitiveFamily = (t: Translate): VersionedFamily => ({
  configKey: sensitiveInfo.SENSITIVE_INFO_KEY,
  fields: ['customerName', 'phone', 'idCardNo', 'bankAccount', 'email', 'address', 'contacts', 'location'],
  form: () => <Fields />,
  valuesOf: (value) => {
    if (isStart(value) && value.fieldKey !== undefined) {
      const { rules, fieldKey } = value;
      const held = rules.find((one) => one.fieldKey === fieldKey);
      return {
        rules,
        fieldKey,
        maskRule: held?.maskRule ?? 'FLOOR',
        exportAllowed: held?.exportAllowed ?? true,
        tailScreens: held?.tailScreens ?? [],
        hiddenScreens: held?.hiddenScreens ?? [],
        noFileScreens: held?.noFileScreens ?? [],
        revealRoles: held?.revealRoles ?? [],
        purposes: held?.purposes ?? [],
        dailyRevealBudget: held?.dailyRevealBudget ?? 50,
        userName: '',
      };
    }
    return Object.fromEntries(rulesOf(value).map((rule) => [rule.fieldKey, ruleText(t, rule)]));
  },
  valueOf: ({ rules, fieldKey, ...values }) => {
    const others = (Array.isArray(rules) ? rules : []).filter((one: Rule) => one.fieldKey !== fieldKey);
    const rule = Object.fromEntries(RULE_FIELDS.map((field) => [field, values[field]]));
    return { rules: [...others, { fieldKey, ...rule }] };
  },
});

function Fields() {
  const t = useText();
  const { fieldKey } = useFormValues();
  return (
    <>
      {typeof fieldKey === 'string' && <p>{t(`REVEAL_FIELD.${fieldKey}`)}</p>}
      <Segmented
        name="maskRule"
        options={MASK_STRENGTH}
        {...(fieldKey === 'customerName' && { hint: t('sensitive.nameHint') })}
      />
      <Switch name="exportAllowed" />
      <MultiSelect name="tailScreens" source={screenOptions} isOptional hint={t('sensitive.screensHint')} />
      <MultiSelect name="hiddenScreens" source={screenOptions} isOptional hint={t('sensitive.screensHint')} />
      <MultiSelect name="noFileScreens" source={screenOptions} isOptional hint={t('sensitive.screensHint')} />
      <MultiSelect name="revealRoles" source={roleOptions} isOptional hint={t('sensitive.rolesHint')} />
      <MultiSelect name="purposes" source={PURPOSES} isOptional hint={t('sensitive.purposesHint')} />
      <Count name="dailyRevealBudget" hint={t('sensitive.budgetHint')} />
      <Text name="userName" isOptional maxLength={64} label={t('sensitive.try')} hint={t('sensitive.tryHint')} />
      <RuleEffect />
    </>
  );
}
