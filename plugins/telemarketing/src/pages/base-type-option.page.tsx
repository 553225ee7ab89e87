import { useText } from '@kituo/sdk';
import { callOption } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  DescriptionList,
  DetailOf,
  FormDrawer,
  History,
  ListScreen,
  onPage,
  PlusIcon,
  useAction,
  useListPage,
} from '@kituo/sdk/page';
import { OptionFields, optionOf, type OptionValues, valuesOf } from '../options/option.form.tsx';
import { optionColumns, optionFilters, type OptionRow } from '../options/option-fields.ts';

/** The choices that the pages of telemarketing offer, and what each decides. */
export function BaseTypeOptionPage() {
  const t = useText();
  const screen = useListPage<OptionRow>({
    load: callOption.page,
    idOf: (row) => row.optionId,
    columns: optionColumns,
    filters: optionFilters,
    file: { endpoint: callOption.exportList, jobKind: 'callOption.export' },
  });
  const list = { refresh: screen.list.refresh };
  const facts = ({ name }: OptionRow) => ({ name });
  const named = ({ optionId, version }: OptionRow) => ({ optionId, version });
  const add = useAction({
    name: 'optionAdd',
    endpoint: callOption.save,
    request: (_nothing: null, values: OptionValues) => optionOf(values),
    list,
  });
  const update = useAction({
    name: 'optionUpdate',
    endpoint: callOption.save,
    request: (row: OptionRow, values: OptionValues) => ({ ...named(row), ...optionOf(values) }),
    list,
    facts,
  });
  const enable = useAction({ name: 'optionEnable', endpoint: callOption.enable, request: named, list, facts });
  const disable = useAction({
    name: 'optionDisable',
    endpoint: callOption.disable,
    request: named,
    list,
    facts,
    isDangerous: true,
  });
  return (
    <ListScreen
      of={screen}
      title={t('options.title')}
      nameOf={({ name }) => name}
      rowActions={[allowedAs(update, 'update'), allowedAs(enable, 'enable'), allowedAs(disable, 'disable')]}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      detail={({ optionId }) => (
        <DetailOf endpoint={callOption.detail} request={{ optionId }}>
          {({ row, history }) => (
            <>
              <DescriptionList of={row} columns={optionColumns} />
              <History isTitled entries={history} titleOf={({ action }) => t(`history.${action}`)} />
            </>
          )}
        </DetailOf>
      )}
    >
      <FormDrawer action={add} defaults={() => valuesOf(null)}>
        <OptionFields row={null} />
      </FormDrawer>
      <FormDrawer action={update} defaults={valuesOf}>
        {(row) => <OptionFields row={row} />}
      </FormDrawer>
      <Ask action={enable} />
      <Ask action={disable} />
    </ListScreen>
  );
}
