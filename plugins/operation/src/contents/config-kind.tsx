import type { useText } from '@kituo/sdk';
import { appConfig } from '@kituo/sdk/contracts';
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
  status,
  text,
  yesNo,
} from '@kituo/sdk/page';
import { RULE_STATUS, type RuleKind } from '@kituo/sdk/rules';
import { APP_OS } from './content-codes.ts';

type Row = appConfig.AppConfigRow;
const { Json, Select, Text } = fieldsOf<Record<keyof appConfig.AppConfigRule, unknown>>();

const columns = defineColumns<Row>([
  text('ruleName', { title: 'configKey', width: 220 }),
  text('merchantName', { width: 150 }),
  status('os', APP_OS, { width: 110 }),
  text('json', { width: 320 }),
  status('ruleStatus', RULE_STATUS, { width: 130 }),
  day('effectiveFrom', { sortable: true }),
  count('versionNo', { width: 80 }),
  flag('hasPending', { width: 140 }),
]);

/** Settings that apps read by key. */
export const configKind = (t: ReturnType<typeof useText>): RuleKind<Row> => ({
  name: 'appConfig',
  configKey: 'operation.appConfig',
  endpoints: appConfig,
  columns,
  filters: defineFilters({
    ruleName: containing({ example: 'payment.retry' }),
    merchantNo: oneOf(merchantOptions),
    os: oneOf(APP_OS),
    ruleStatus: oneOf(RULE_STATUS),
    enabled: yesNo(),
    effectiveFrom: dateRange(),
  }),
  nameOf: (row) => row.ruleName,
  fields: ['ruleName', 'os', 'json'],
  valuesOf: (row) => ({ ruleName: row?.ruleName ?? '', os: row?.os ?? null, json: row?.json ?? '{}' }),
  valueOf: ({ os, ...values }) => ({ ...values, os: os === '' ? null : os }),
  form: () => (
    <>
      <Text name="ruleName" label={t('field.configKey')} maxLength={30} hint={t('appConfig.keyHint')} />
      <Select name="os" options={APP_OS} isOptional hint={t('content.osHint')} />
      <Json name="json" rows={8} />
    </>
  ),
  wordOf: (code, field) => (field === 'os' ? t(`APP_OS.${code}`) : code),
  labelOf: (field) => t(field === 'ruleName' ? 'field.configKey' : `field.${field}`),
});
