import { formatMoney, useText } from '@kituo/sdk';
import { callOption, type ReplyOf, type robotTask } from '@kituo/sdk/contracts';
import { dictionaryOptions, fieldsOf, merchantOptions, remoteOptions, useDetail, useFormValues } from '@kituo/sdk/page';
import { CASE_LEVEL, CASE_LEVELS, PRODUCTS } from './robot-fields.ts';
import { ROBOTS_TEXTS } from './robots-texts.ts';

/** What says whom a task or a plan is for, in the forms of all sections. */
export interface AudienceValues extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly caseLevel: string[];
  readonly dpd: string;
  readonly productNo: string[];
  /** Of bills: which instalments, separated by commas or spaces. */
  readonly termNo: string;
  readonly untouchedToday: boolean;
  readonly brokenPromise: boolean;
  readonly listType: string | null;
  readonly marketingTarget: string | null;
  readonly customerStatus: string | null;
  readonly willingness: string | null;
  readonly batchNo: string;
  readonly userGroupNo: string;
}
/** By what a section chooses, and the endpoint that says how many match now. */
export type AudienceOf =
  /** No endpoint: the form itself says how many. */
  | {
      readonly kind: 'CASES';
      readonly endpoint: typeof robotTask.collectionAudience | null;
      /** By product as well, and by bill by instalment; sections without it choose by neither. */
      readonly caseScope?: 'ORDER' | 'BILL';
    }
  | {
      readonly kind: 'LIST';
      readonly endpoint: typeof robotTask.telemarketingAudience;
      /** What may follow a call. */
      readonly texts: typeof robotTask.telemarketingTexts;
      /** Whose people may get the willing at once. */
      readonly groups: typeof robotTask.telemarketingGroups;
    }
  | {
      readonly kind: 'GROUP';
      readonly endpoint: typeof robotTask.marketingAudience;
      readonly texts: typeof robotTask.marketingTexts;
    };

const { MultiSelect, Select, Switch, Text } = fieldsOf<AudienceValues>();
const listTypes = remoteOptions(callOption.listTypes, (all) => all);
const targets = remoteOptions(callOption.targets, (all) => all);
const statuses = dictionaryOptions('CUSTOMER_STATUS_GROUP');
const willing = dictionaryOptions('WILLINGNESS');

export const noAudience = {
  merchantNo: null,
  caseLevel: [],
  dpd: '',
  productNo: [],
  termNo: '',
  untouchedToday: false,
  brokenPromise: false,
  listType: null,
  marketingTarget: null,
  customerStatus: null,
  willingness: null,
  batchNo: '',
  userGroupNo: '',
};

/** What was chosen, as requests name it; what says nothing is left out. */
export function audienceOf(kind: AudienceOf['kind'], values: Record<string, unknown>): robotTask.PlanAudience {
  const said = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
  if (kind === 'GROUP') return said(values.userGroupNo) ? { userGroupNo: values.userGroupNo.trim() } : {};
  if (kind === 'LIST') {
    const { listType, marketingTarget, customerStatus, willingness, batchNo } = values;
    const chosen = { listType, marketingTarget, customerStatus, willingness, batchNo };
    return Object.fromEntries(Object.entries(chosen).filter(([, value]) => said(value)));
  }
  return casesOf(values);
}

/** As `audienceOf`, of cases. */
export function casesOf(
  values: Record<string, unknown>,
): Pick<robotTask.PlanAudience, 'caseLevel' | 'dpd' | 'productNo' | 'termNo' | 'untouchedToday' | 'brokenPromise'> {
  const { caseLevel, dpd, productNo, termNo, untouchedToday, brokenPromise } = values;
  const levels = CASE_LEVELS.filter((level) => Array.isArray(caseLevel) && caseLevel.includes(level));
  const products = Array.isArray(productNo) ? productNo.map(String) : [];
  const terms = typeof termNo === 'string' ? termNo.split(/[\s,;]+/).filter((one) => one !== '') : [];
  return {
    ...(products.length > 0 && { productNo: products }),
    ...(terms.length > 0 && { termNo: terms }),
    ...(levels.length > 0 && { caseLevel: levels }),
    ...(typeof dpd === 'string' && dpd.trim() !== '' && { dpd: dpd.trim() }),
    ...(untouchedToday === true && { untouchedToday }),
    ...(brokenPromise === true && { brokenPromise }),
  };
}

/** The fields of a section, with how many match now. */
export function AudienceFields({ of }: { readonly of: AudienceOf }) {
  const t = useText(ROBOTS_TEXTS);
  return (
    <>
      <Select name="merchantNo" options={merchantOptions} />
      {of.kind === 'CASES' && (
        <>
          <MultiSelect name="caseLevel" isOptional source={{ kind: 'dictionary', dictionary: CASE_LEVEL }} />
          <Text name="dpd" isOptional hint={t('robots.dpdHint')} />
          {of.caseScope && <MultiSelect name="productNo" isOptional source={PRODUCTS[of.caseScope]} />}
          {of.caseScope === 'BILL' && <Text name="termNo" isOptional hint={t('robots.termHint')} />}
          <Switch name="untouchedToday" />
          <Switch name="brokenPromise" />
          {of.endpoint !== null && <CasesMatching endpoint={of.endpoint} />}
        </>
      )}
      {of.kind === 'LIST' && (
        <>
          <Select name="listType" isOptional options={listTypes} />
          <Select name="marketingTarget" isOptional options={targets} />
          <Select name="customerStatus" isOptional options={statuses} />
          <Select name="willingness" isOptional options={willing} />
          <Text name="batchNo" isOptional maxLength={20} />
          <PeopleMatching endpoint={of.endpoint} kind="LIST" />
        </>
      )}
      {of.kind === 'GROUP' && (
        <>
          <Text name="userGroupNo" maxLength={20} hint={t('robots.groupHint')} />
          <PeopleMatching endpoint={of.endpoint} kind="GROUP" />
        </>
      )}
    </>
  );
}

function CasesMatching({ endpoint }: { readonly endpoint: typeof robotTask.collectionAudience }) {
  const values = useFormValues();
  const request = endpoint.request.safeParse({ merchantNo: values.merchantNo, ...casesOf(values) });
  const { data } = useDetail(endpoint, request.success ? request.data : null);
  return data === null ? null : <CaseCount of={data} />;
}

/** How many cases and borrowers match. */
export function CaseCount({ of }: { readonly of: ReplyOf<typeof robotTask.collectionAudience> }) {
  const t = useText(ROBOTS_TEXTS);
  return (
    <div className="kp-muted" role="status">
      <p>
        {t('robots.audience', {
          count: of.borrowers,
          cases: of.cases,
          busy: of.inOtherTask,
          money: formatMoney(of.dueCents),
        })}
      </p>
      {of.refusals.length > 0 && (
        <p>
          {t('robots.refusedNow')}{' '}
          {of.refusals.map(({ reason, borrowers }) => `${t(`robots.outcome.${reason}`)}: ${borrowers}`).join(' · ')}
        </p>
      )}
    </div>
  );
}

function PeopleMatching(props: {
  readonly endpoint: typeof robotTask.marketingAudience | typeof robotTask.telemarketingAudience;
  readonly kind: 'LIST' | 'GROUP';
}) {
  const t = useText(ROBOTS_TEXTS);
  const values = useFormValues();
  const audience = audienceOf(props.kind, values);
  const isChosen = props.kind === 'LIST' || audience.userGroupNo !== undefined;
  const request = props.endpoint.request.safeParse({ merchantNo: values.merchantNo, audience });
  const { data } = useDetail(props.endpoint, isChosen && request.success ? request.data : null);
  if (data === null) return null;
  return (
    <p className="kp-muted" role="status">
      {t('robots.reach', { count: data.people, busy: data.inOtherTask, refused: data.refused })}{' '}
      {data.estimatedCostCents !== null && t('robots.cost', { money: formatMoney(data.estimatedCostCents) })}
    </p>
  );
}
