import { useText } from '@kituo/sdk';
import { type Action, type AttachedFile, fieldsOf, FormDrawer, useFormValues } from '@kituo/sdk/page';
import { BILLING_MODE } from '../parts/codes.ts';
import { platformOptions, type ProductRow } from './product-fields.ts';

export interface ProductValues extends Record<string, unknown> {
  readonly platformCode: string | null;
  readonly productName: Readonly<Record<string, string>>;
  readonly logo: AttachedFile | null;
  readonly minAmountCents: number | null;
  readonly maxAmountCents: number | null;
  readonly minTermDays: number | null;
  readonly maxTermDays: number | null;
  readonly annualRatePercent: number | null;
  readonly feesText: string;
  readonly applyUrl: string;
  readonly billingMode: ProductRow['billingMode'];
  readonly unitPriceCents: number | null;
  readonly sharePercent: number | null;
  readonly dailyApplyCap: number | null;
  readonly sort: number | null;
  readonly vipLevelNo: number | null;
}
const { Decimal, Image, Languages, Money, Number: Count, Segmented, Select, Text } = fieldsOf<ProductValues>();

const valuesOf = (row: ProductRow | null): ProductValues => ({
  platformCode: row?.platformCode ?? null,
  productName: row ? { ...row.otherNames, en: row.productName } : {},
  logo: row?.logo ?? null,
  minAmountCents: row?.minAmountCents ?? null,
  maxAmountCents: row?.maxAmountCents ?? null,
  minTermDays: row?.minTermDays ?? null,
  maxTermDays: row?.maxTermDays ?? null,
  annualRatePercent: row ? row.annualRateBps / 100 : null,
  feesText: row?.feesText ?? '',
  applyUrl: row?.applyUrl ?? 'https://',
  billingMode: row?.billingMode ?? 'CPA',
  unitPriceCents: row?.unitPriceCents ?? null,
  sharePercent: row?.shareBps == null ? null : row.shareBps / 100,
  dailyApplyCap: row?.dailyApplyCap ?? -1,
  sort: row?.sort ?? 100,
  vipLevelNo: row?.vipLevelNo ?? null,
});
const bpsOf = (percent: number | null) => (percent === null ? Number.NaN : Math.round(percent * 100));

/** Names in other languages; those that were left empty are none. */
const othersOf = ({ en: _english, ...others }: ProductValues['productName']) =>
  Object.fromEntries(Object.entries(others).filter(([, name]) => name.trim() !== ''));

export const productOf = (row: ProductRow | null, values: ProductValues) => ({
  ...(row && { marketProductNo: row.marketProductNo, version: row.version }),
  form: {
    platformCode: values.platformCode ?? '',
    productName: values.productName['en'] ?? '',
    otherNames: othersOf(values.productName),
    logo: values.logo && { attachId: values.logo.attachId, fileName: values.logo.fileName },
    minAmountCents: values.minAmountCents ?? Number.NaN,
    maxAmountCents: values.maxAmountCents ?? Number.NaN,
    minTermDays: values.minTermDays ?? Number.NaN,
    maxTermDays: values.maxTermDays ?? Number.NaN,
    annualRateBps: bpsOf(values.annualRatePercent),
    feesText: values.feesText,
    applyUrl: values.applyUrl,
    billingMode: values.billingMode,
    unitPriceCents: values.billingMode === 'CPA' ? values.unitPriceCents : null,
    shareBps: values.billingMode === 'CPS' ? bpsOf(values.sharePercent) : null,
    dailyApplyCap: values.dailyApplyCap ?? Number.NaN,
    sort: values.sort ?? Number.NaN,
    vipLevelNo: values.vipLevelNo,
  },
});

/** A partner's product as customers will read it. */
export function ProductForm({ action }: { readonly action: Action<ProductRow | null, ProductValues> }) {
  const t = useText();
  return (
    <FormDrawer action={action} defaults={valuesOf}>
      <Select name="platformCode" options={platformOptions} />
      <Languages name="productName" maxLength={64} />
      <Logo />
      <div className="kp-pair">
        <Money name="minAmountCents" />
        <Money name="maxAmountCents" />
      </div>
      <div className="kp-pair">
        <Count name="minTermDays" />
        <Count name="maxTermDays" />
      </div>
      <Decimal name="annualRatePercent" digits={2} unit="%" />
      <Text name="feesText" isLong maxLength={500} />
      <Text name="applyUrl" maxLength={500} />
      <Segmented name="billingMode" options={BILLING_MODE} />
      <Price />
      <Count name="dailyApplyCap" hint={t('product.capHint')} />
      <div className="kp-pair">
        <Count name="sort" hint={t('product.sortHint')} />
        <Count name="vipLevelNo" isOptional hint={t('product.vipHint')} />
      </div>
    </FormDrawer>
  );
}

function Price() {
  const { billingMode } = useFormValues();
  return billingMode === 'CPS' ? <Decimal name="sharePercent" digits={2} unit="%" /> : <Money name="unitPriceCents" />;
}

/** Kept with the partner: chosen once the partner is. */
function Logo() {
  const t = useText();
  const { platformCode } = useFormValues();
  if (typeof platformCode !== 'string') return null;
  return (
    <Image
      name="logo"
      subjectType="marketProduct"
      subjectNo={platformCode}
      aspect={1}
      isOptional
      hint={t('product.logoHint')}
    />
  );
}
