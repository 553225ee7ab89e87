import { eatDay, useText } from '@kituo/sdk';
import { coupon } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  decision,
  DecisionDialogs,
  DescriptionList,
  fieldsOf,
  FormDrawer,
  ListScreen,
  LOAN_TYPE,
  merchantOptions,
  onPage,
  PlusIcon,
  useAction,
  useDecisions,
  useListPage,
  type RowAction,
} from '@kituo/sdk/page';
import { useMemo } from 'react';
import { phonesOf } from '../credits/phones-of.ts';
import { productOptions } from '../products/product-options.ts';
import { GenerateForm, useGenerate } from './generate.form.tsx';
import { COUPON_TYPE, templateColumnsIn, templateFilters, type TemplateRow } from './coupon-fields.ts';

interface Values extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly couponContent: string;
  readonly couponType: TemplateRow['couponType'];
  readonly amountCents: number | null;
  readonly validityDays: number | null;
  readonly minBillCents: number | null;
  readonly loanType: 'FIRST' | 'REPEAT' | null;
  readonly productNos: string[];
}
interface GrantValues extends Record<string, unknown> {
  readonly phones: string;
  readonly effectiveOn: string;
  readonly reason: string;
}
const { Select, Text, Money, Number: Count, MultiSelect } = fieldsOf<Values>();
const { Text: GrantText, Date: Day } = fieldsOf<GrantValues>();

/** A template with what a decision's dialog shows of any request. */
const decidable = (row: TemplateRow) => ({ ...row, reason: null });

/** What coupons are granted of; another person agrees to each. */
export function TemplateList() {
  const t = useText();
  const columns = useMemo(() => templateColumnsIn(t), [t]);
  const screen = useListPage<TemplateRow>({
    load: coupon.templatePage,
    idOf: (row) => row.couponTemplateNo,
    columns,
    filters: templateFilters,
    defaultSort: '-createdAt',
    file: { endpoint: coupon.templateExport, jobKind: 'couponTemplates.export' },
  });
  const list = { refresh: screen.list.refresh };
  const facts = (row: TemplateRow) => ({ name: row.couponContent });
  const one = ({ couponTemplateNo }: TemplateRow) => ({ couponTemplateNo });
  const add = useAction({
    name: 'templateAdd',
    endpoint: coupon.templateSave,
    request: (_none: null, values: Values) => ({
      merchantNo: values.merchantNo ?? '',
      couponContent: values.couponContent,
      couponType: values.couponType,
      amountCents: values.amountCents ?? Number.NaN,
      validityDays: values.validityDays ?? Number.NaN,
      useRule: {
        ...(values.minBillCents !== null && { minAmountCents: values.minBillCents }),
        ...(values.loanType !== null && { loanType: values.loanType }),
        ...(values.productNos.length > 0 && { productNos: values.productNos }),
      },
    }),
    list,
  });
  const enable = useAction({ name: 'templateEnable', endpoint: coupon.templateEnable, request: one, list, facts });
  const disable = useAction({
    name: 'templateDisable',
    endpoint: coupon.templateDisable,
    request: one,
    list,
    facts,
    isDangerous: true,
  });
  const grant = useAction({
    name: 'couponGrant',
    endpoint: coupon.couponGrant,
    request: ({ couponTemplateNo }: TemplateRow, { phones, effectiveOn, reason }: GrantValues) => ({
      couponTemplateNo,
      phones: phonesOf(phones),
      effectiveOn,
      reason,
    }),
    list,
    facts,
  });
  const generate = useGenerate();
  const audited = (isApproved: boolean) => (row: TemplateRow, reason: string | undefined) => ({
    ...one(row),
    isApproved,
    ...(reason !== undefined && { reason }),
  });
  const decisions = useDecisions<ReturnType<typeof decidable>>({
    list,
    nameOf: (row) => row.couponContent,
    approve: decision(coupon.templateAudit, audited(true)),
    reject: decision(coupon.templateAudit, audited(false)),
  });
  const reviews: RowAction<TemplateRow>[] = decisions.rowActions.map((action) => ({
    ...action,
    isAllowed: (row) => action.isAllowed(decidable(row)),
    open: (row) => {
      action.open(decidable(row));
    },
  }));
  return (
    <ListScreen
      of={screen}
      title={t('coupon.templates')}
      nameOf={(row) => row.couponContent}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      rowActions={[
        ...reviews,
        allowedAs(grant, 'grant'),
        allowedAs(generate, 'generate'),
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
      ]}
      detail={(row) => <DescriptionList of={row} columns={columns} />}
    >
      <FormDrawer
        action={add}
        defaults={(): Values => ({
          merchantNo: null,
          couponContent: '',
          couponType: 'DISCOUNT',
          amountCents: null,
          validityDays: 30,
          minBillCents: null,
          loanType: null,
          productNos: [],
        })}
      >
        <Select name="merchantNo" options={merchantOptions} />
        <Text name="couponContent" maxLength={30} />
        <Select name="couponType" options={COUPON_TYPE} />
        <Money name="amountCents" />
        <Count name="validityDays" unit={t('unit.days')} />
        <Money name="minBillCents" isOptional hint={t('coupon.anyHint')} />
        <Select name="loanType" options={LOAN_TYPE} isOptional hint={t('coupon.anyHint')} />
        <MultiSelect name="productNos" source={productOptions} isOptional hint={t('coupon.anyHint')} />
      </FormDrawer>
      <FormDrawer action={grant} defaults={(): GrantValues => ({ phones: '', effectiveOn: eatDay(), reason: '' })}>
        <GrantText name="phones" isLong hint={t('credit.phonesHint')} />
        <Day name="effectiveOn" min={eatDay()} />
        <GrantText name="reason" isLong maxLength={200} />
      </FormDrawer>
      <GenerateForm action={generate} />
      <Ask action={enable} />
      <Ask action={disable} />
      <DecisionDialogs decisions={decisions}>{(row) => <DescriptionList of={row} columns={columns} />}</DecisionDialogs>
    </ListScreen>
  );
}
