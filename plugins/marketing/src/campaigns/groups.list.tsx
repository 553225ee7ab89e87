import { formatCount, useText } from '@kituo/sdk';
import { userGroup } from '@kituo/sdk/contracts';
import { GroupCheck } from '@kituo/sdk/groups';
import {
  allowedAs,
  Answered,
  containing,
  defineColumns,
  defineFilters,
  DescriptionList,
  fieldsOf,
  FormDrawer,
  ListScreen,
  merchantOptions,
  number,
  oneOf,
  onPage,
  PlusIcon,
  text,
  time,
  useAction,
  useDetail,
  useFormValues,
  useListPage,
} from '@kituo/sdk/page';
import { useSettled } from '../parts/use-settled.ts';
import { RuleFields, rulesOf, ruleValues, type RuleValues } from './rule-fields.tsx';

type Row = userGroup.GroupRow;

interface Values extends RuleValues, Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly groupName: string;
}
const { Select, Text } = fieldsOf<Values>();

const columns = defineColumns<Row>([
  text('groupName', { width: 220 }),
  number('userGroupNo', { width: 140 }),
  text('merchantName', { width: 160 }),
  text('updatedByName', { width: 150 }),
  time('updatedAt', { sortable: true, width: 165 }),
]);
const filters = defineFilters({
  groupName: containing(),
  userGroupNo: containing({ example: 'UG00000001' }),
  merchantNo: oneOf(merchantOptions),
});

const valuesOf = (row: Row | null): Values => ({
  merchantNo: row?.merchantNo ?? null,
  groupName: row?.groupName ?? '',
  ...ruleValues(row?.rules ?? null),
});
const formOf = ({ merchantNo, groupName, ...values }: Values) => ({
  merchantNo: merchantNo ?? '',
  groupName,
  rules: rulesOf(values),
});

/** Whom campaigns are made of: rules, counted each time they are looked at. */
export function GroupsList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: userGroup.page,
    idOf: (row) => row.userGroupNo,
    columns,
    filters,
    defaultSort: '-updatedAt',
    file: { endpoint: userGroup.exportList, jobKind: 'userGroups.export' },
  });
  const { list } = screen;
  const add = useAction({
    name: 'groupAdd',
    endpoint: userGroup.save,
    request: (_nothing: null, values: Values) => formOf(values),
    list: { refresh: list.refresh },
  });
  const update = useAction({
    name: 'groupUpdate',
    endpoint: userGroup.save,
    request: ({ userGroupNo, version }: Row, values: Values) => ({ userGroupNo, version, ...formOf(values) }),
    list,
    facts: ({ groupName }) => ({ name: groupName }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('group.title')}
      nameOf={({ groupName }) => groupName}
      rowActions={[allowedAs(update, 'update')]}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      detail={(row) => (
        <>
          <DescriptionList of={row} columns={columns} />
          {row.allowedActions.includes('check') && <GroupCheck userGroupNo={row.userGroupNo} />}
        </>
      )}
      emptyText={t('group.none')}
    >
      <FormDrawer action={add} defaults={() => valuesOf(null)}>
        <Fields />
      </FormDrawer>
      <FormDrawer action={update} defaults={(row) => valuesOf(row)}>
        <Fields />
      </FormDrawer>
    </ListScreen>
  );
}

function Fields() {
  return (
    <>
      <Select name="merchantNo" options={merchantOptions} />
      <Text name="groupName" maxLength={64} />
      <RuleFields />
      <LiveCount />
    </>
  );
}

/** How many the rules match now, as they are typed. */
function LiveCount() {
  const t = useText();
  // As text: what is compared is what was typed.
  const values: Values = JSON.parse(useSettled(JSON.stringify(useFormValues())));
  const merchantNo = values.merchantNo ?? null;
  const detail = useDetail(userGroup.tryRules, merchantNo === null ? null : { merchantNo, rules: rulesOf(values) });
  return (
    <section aria-live="polite">
      <h3 className="kp-section-title">{t('group.now')}</h3>
      {merchantNo === null ? (
        <p className="kp-note">{t('group.awaits')}</p>
      ) : (
        <Answered detail={detail}>
          {({ size, optedIn }) => (
            <p>{t('group.counted', { size: formatCount(size), count: size, optedIn: formatCount(optedIn) })}</p>
          )}
        </Answered>
      )}
    </section>
  );
}
