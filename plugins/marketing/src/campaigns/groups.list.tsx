import { useText } from '@kituo/sdk';
import { userGroup } from '@kituo/sdk/contracts';
import { GroupCheck } from '@kituo/sdk/groups';
import {
  allowedAs,
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
  useListPage,
} from '@kituo/sdk/page';
import { GROUP_LOAN_STATE } from '../marketing-words.ts';

type Row = userGroup.GroupRow;

interface Values extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly groupName: string;
  readonly loanState: Row['rules']['loanState'];
  readonly settledDaysFrom: number | null;
  readonly settledDaysTo: number | null;
  readonly maxDaysLate: number | null;
  readonly minOnTimeCount: number | null;
  readonly notAppliedDays: number | null;
  readonly notContactedDays: number | null;
  readonly county: string;
}
const { Number: Whole, Select, Text } = fieldsOf<Values>();

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
  loanState: row?.rules.loanState ?? null,
  settledDaysFrom: row?.rules.settledDaysFrom ?? null,
  settledDaysTo: row?.rules.settledDaysTo ?? null,
  maxDaysLate: row?.rules.maxDaysLate ?? null,
  minOnTimeCount: row?.rules.minOnTimeCount ?? null,
  notAppliedDays: row?.rules.notAppliedDays ?? null,
  notContactedDays: row?.rules.notContactedDays ?? null,
  county: row?.rules.county ?? '',
});
const formOf = ({ merchantNo, groupName, county, loanState, ...values }: Values) => ({
  merchantNo: merchantNo ?? '',
  groupName,
  rules: {
    loanState,
    settledDaysFrom: values.settledDaysFrom,
    settledDaysTo: values.settledDaysTo,
    maxDaysLate: values.maxDaysLate,
    minOnTimeCount: values.minOnTimeCount,
    notAppliedDays: values.notAppliedDays,
    notContactedDays: values.notContactedDays,
    county: county.trim() === '' ? null : county.trim(),
  },
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
      <Select name="loanState" options={GROUP_LOAN_STATE} isOptional />
      <Whole name="settledDaysFrom" isOptional />
      <Whole name="settledDaysTo" isOptional />
      <Whole name="maxDaysLate" isOptional />
      <Whole name="minOnTimeCount" isOptional />
      <Whole name="notAppliedDays" isOptional />
      <Whole name="notContactedDays" isOptional />
      <Text name="county" isOptional maxLength={64} />
    </>
  );
}
