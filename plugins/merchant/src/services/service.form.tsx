import { merchantService, type RequestOf } from '@kituo/sdk/contracts';
import {
  type Action,
  dictionaryOptions,
  fieldsOf,
  FormDrawer,
  remoteOptions,
  useDetail,
  useFormValues,
} from '@kituo/sdk/page';
import { Callout, formatMoney, useText } from '@kituo/sdk';
import { MERCHANT_BILLING } from '../parts/codes.ts';
import type { ServiceRow } from './service-fields.ts';

type Request = RequestOf<typeof merchantService.save>;

export interface ServiceValues extends Record<string, unknown> {
  readonly services: Request['services'];
  readonly billingModel: Request['billingModel'];
  readonly callbackUrl: string;
  /** Typed with commas or spaces between. */
  readonly ipAllowList: string;
  readonly contactPhone: string;
  readonly contactEmail: string;
  readonly alarmAtCents: number | null;
  readonly maturityCode: string | null;
  readonly reason: string;
}
const { Money, MultiSelect, Phone, Segmented, Select, Text } = fieldsOf<ServiceValues>();
const services = dictionaryOptions('MERCHANT_SERVICE');
const dueRules = remoteOptions(merchantService.maturityRules, (rules) =>
  rules.map(({ maturityCode, ruleName, merchantName }) => ({
    value: maturityCode,
    label: ruleName,
    hint: merchantName,
  })),
);

const valuesOf = (row: ServiceRow): ServiceValues => ({
  services: row.services,
  billingModel: row.billingModel ?? 'PREPAID',
  callbackUrl: row.callbackUrl ?? '',
  ipAllowList: row.ipAllowList.join(', '),
  // Masked: typed again.
  contactPhone: '',
  contactEmail: row.contactEmail ?? '',
  alarmAtCents: row.alarmAtCents,
  maturityCode: row.maturityCode,
  reason: '',
});

export const serviceOf = (row: ServiceRow, { callbackUrl, ipAllowList, ...values }: ServiceValues): Request => ({
  ...values,
  merchantNo: row.merchantNo,
  version: row.version,
  callbackUrl: callbackUrl.trim() === '' ? null : callbackUrl,
  ipAllowList: ipAllowList.split(/[\s,;]+/).filter((part) => part !== ''),
});

/** What a merchant uses, how it pays, and how we reach it. */
export function ServiceForm(props: { readonly action: Action<ServiceRow, ServiceValues> }) {
  const t = useText();
  return (
    <FormDrawer action={props.action} defaults={valuesOf}>
      <MultiSelect name="services" source={services} />
      <Segmented name="billingModel" options={MERCHANT_BILLING} />
      <Text name="callbackUrl" isOptional maxLength={500} hint={t('service.callbackHint')} />
      <Text name="ipAllowList" isOptional maxLength={400} hint={t('service.ipHint')} />
      <div className="kp-pair">
        <Phone name="contactPhone" />
        <Text name="contactEmail" maxLength={128} />
      </div>
      <Money name="alarmAtCents" isOptional />
      <Select name="maturityCode" options={dueRules} isOptional hint={t('service.maturityHint')} />
      {props.action.subject !== null && <AlarmCheck merchantNo={props.action.subject.merchantNo} />}
      <Text name="reason" isLong maxLength={200} />
    </FormDrawer>
  );
}

/** An alarm above what is usually recharged would never be silent. */
function AlarmCheck({ merchantNo }: { readonly merchantNo: string }) {
  const t = useText();
  const { alarmAtCents } = useFormValues();
  const usual = useDetail(merchantService.detail, { merchantNo }).data?.usualRechargeCents ?? null;
  if (usual === null || typeof alarmAtCents !== 'number' || alarmAtCents <= usual) return null;
  return (
    <Callout intent="warning" icon={null}>
      {t('service.alarmHigh', { money: formatMoney(usual) })}
    </Callout>
  );
}
