import { formatDate, useText } from '@kituo/sdk';
import { inboundConfig } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  DescriptionList,
  DetailOf,
  dictionaryOptions,
  fieldsOf,
  FormDrawer,
  ListScreen,
  merchantOptions,
  onPage,
  PlusIcon,
  useAction,
  useFormValues,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { ruleColumns, ruleFilters, type RuleRow, TIE_BREAK } from './inbound-fields.ts';

interface Values extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly attributionDays: number | null;
  readonly minTalkSeconds: number | null;
  readonly tieBreak: RuleRow['tieBreak'];
  readonly protectionDays: number | null;
  readonly autoDistribute: boolean;
  readonly customerStatuses: readonly RuleRow['customerStatuses'][number][];
  readonly maxEntriesPerPerson: number | null;
  readonly effectiveFrom: string | null;
}
const { Date: Day, MultiSelect, Number: Whole, Segmented, Select, Switch } = fieldsOf<Values>();
const statuses = dictionaryOptions('CUSTOMER_STATUS_GROUP');
const nothing = (): Values => ({
  merchantNo: null,
  attributionDays: 14,
  minTalkSeconds: 30,
  tieBreak: 'LAST_TALK',
  protectionDays: 7,
  autoDistribute: false,
  customerStatuses: ['0', '2', '4'],
  maxEntriesPerPerson: null,
  effectiveFrom: null,
});
const whole = (typed: number | null) => typed ?? Number.NaN;
const ruleOf = (values: Values) => ({
  merchantNo: values.merchantNo ?? '',
  attributionDays: whole(values.attributionDays),
  minTalkSeconds: whole(values.minTalkSeconds),
  tieBreak: values.tieBreak,
  protectionDays: whole(values.protectionDays),
  autoDistribute: values.autoDistribute,
  customerStatuses: [...values.customerStatuses],
  maxEntriesPerPerson: values.maxEntriesPerPerson,
  effectiveFrom: values.effectiveFrom ?? '',
});

/** By which rule applications are credited to telemarketers, and what it would do to past ones. */
export function RuleList() {
  const t = useText();
  const [columns] = useState(() => ruleColumns((code) => t(`CUSTOMER_STATUS_GROUP.${code}`)));
  const screen = useListPage<RuleRow>({
    load: inboundConfig.page,
    idOf: (row) => row.ruleNo,
    columns,
    filters: ruleFilters,
    defaultSort: '-effectiveFrom',
    file: { endpoint: inboundConfig.exportList, jobKind: 'inboundConfig.export' },
  });
  const list = { refresh: screen.list.refresh };
  const facts = ({ merchantName, ruleNo }: RuleRow) => ({ name: `${merchantName} ${ruleNo}` });
  const named = ({ ruleNo }: RuleRow) => ({ ruleNo });
  const add = useAction({
    name: 'ruleAdd',
    endpoint: inboundConfig.save,
    request: (_nothing: null, values: Values) => ruleOf(values),
    list,
  });
  const update = useAction({
    name: 'ruleUpdate',
    endpoint: inboundConfig.save,
    request: ({ ruleNo, version }: RuleRow, values: Values) => ({ ruleNo, version, ...ruleOf(values) }),
    list,
    facts,
  });
  const approve = useAction({
    name: 'ruleApprove',
    endpoint: inboundConfig.approve,
    request: ({ ruleNo }: RuleRow) => ({ ruleNo, isApproved: true }),
    list,
    facts,
  });
  const reject = useAction({
    name: 'ruleReject',
    endpoint: inboundConfig.approve,
    request: ({ ruleNo }: RuleRow, { reason }: { reason: string }) => ({ ruleNo, isApproved: false, reason }),
    list,
    facts,
  });
  const enable = useAction({ name: 'ruleEnable', endpoint: inboundConfig.enable, request: named, list, facts });
  const disable = useAction({
    name: 'ruleDisable',
    endpoint: inboundConfig.disable,
    request: named,
    list,
    facts,
    isDangerous: true,
  });
  return (
    <ListScreen
      of={screen}
      title={t('inbound.title')}
      nameOf={({ merchantName, effectiveFrom }) => `${merchantName}, ${formatDate(effectiveFrom)}`}
      rowActions={[
        allowedAs(approve, 'approve'),
        allowedAs(reject, 'reject'),
        allowedAs(update, 'update'),
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
      ]}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      detail={(row) => (
        <>
          <DescriptionList of={row} columns={columns} />
          {row.allowedActions.includes('simulate') && <Simulation ruleNo={row.ruleNo} />}
        </>
      )}
      emptyText={t('inbound.none')}
    >
      <FormDrawer action={add} defaults={nothing}>
        <Fields />
      </FormDrawer>
      <FormDrawer action={update} defaults={(row): Values => ({ ...nothing(), ...row })}>
        <Fields />
      </FormDrawer>
      <Ask action={approve} say={(row) => <DescriptionList of={row} columns={columns} />} />
      <AskReason action={reject} />
      <Ask action={enable} />
      <Ask action={disable} />
    </ListScreen>
  );
}

function Fields() {
  const t = useText();
  const { autoDistribute } = useFormValues();
  return (
    <>
      <Select name="merchantNo" options={merchantOptions} />
      <Whole name="attributionDays" />
      <Whole name="minTalkSeconds" />
      <Segmented name="tieBreak" options={TIE_BREAK} />
      <Whole name="protectionDays" hint={t('inbound.protectionHint')} />
      <Switch name="autoDistribute" hint={t('inbound.autoHint')} />
      {autoDistribute === true && (
        <>
          <MultiSelect name="customerStatuses" source={statuses} />
          <Whole name="maxEntriesPerPerson" isOptional hint={t('inbound.maxHint')} />
        </>
      )}
      <Day name="effectiveFrom" />
    </>
  );
}

/** The last 30 days' applications under the rule, person by person. */
function Simulation({ ruleNo }: { readonly ruleNo: string }) {
  const t = useText();
  return (
    <section>
      <h3 className="kp-section-title">{t('inbound.simulation')}</h3>
      <DetailOf endpoint={inboundConfig.simulate} request={{ ruleNo }}>
        {({ orders, changed, people }) => (
          <>
            <p>{t('inbound.simulated', { orders, changed, count: orders })}</p>
            <ul className="kp-facts">
              {people.map(({ userName, now, then }) => (
                <li key={userName}>{t('inbound.person', { name: userName, now, then })}</li>
              ))}
            </ul>
          </>
        )}
      </DetailOf>
    </section>
  );
}
