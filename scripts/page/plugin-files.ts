import type { PageNames } from './page-names.ts';
import type { PagePlace } from './page-place.ts';
import type { Files } from './server-files.ts';

/** The page, and the plugin around it where it is new. */
export function pluginFiles(names: PageNames, place: PagePlace): Files {
  const folder = `plugins/${names.plugin}`;
  return {
    [`${folder}/src/pages/${names.file}.page.tsx`]: page(names),
    ...(place.isNewPlugin && newPlugin(names, place, folder)),
  };
}

const newPlugin = ({ plugin }: PageNames, { section }: PagePlace, folder: string): Files => ({
  [`${folder}/package.json`]: json({
    name: `@kituo/plugin-${plugin}`,
    version: '0.1.0',
    private: true,
    type: 'module',
  }),
  [`${folder}/plugin.json`]: json({
    $schema: '../../schemas/plugin.schema.json',
    name: plugin,
    version: '0.1.0',
    sdk: '^0.1.0',
    publisher: 'kituo',
    section: { path: section, titleKey: 'section.title' },
    pages: [],
    locales: ['en', 'zh'],
  }),
  [`${folder}/src/plugin.ts`]: `
import { definePlugin } from '@kituo/sdk';

export const plugin = definePlugin({
  pages: {
  },
});
`,
  [`${folder}/locales/en.json`]: '{}\n',
  [`${folder}/locales/zh.json`]: '{}\n',
});

const page = ({ thing, type, things }: PageNames) => `
import { useText } from '@kituo/sdk';
import { ${thing} } from '@kituo/sdk/contracts';
import {
  allowedAs,
  containing,
  defineColumns,
  defineFilters,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDialog,
  History,
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

type Row = ${thing}.${type}Row;

interface Values extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly ${thing}Name: string;
  readonly remark: string;
}

const columns = defineColumns<Row>([
  text('${thing}Name', { sortable: true, width: 220 }),
  number('${thing}No', { sortable: true, width: 130 }),
  text('merchantName', { width: 180 }),
  text('updatedByName', { width: 140 }),
  time('updatedAt', { sortable: true, width: 165 }),
  text('remark', { width: 260 }),
]);
const filters = defineFilters({ ${thing}Name: containing(), merchantNo: oneOf(merchantOptions) });
const { Text, Select } = fieldsOf<Values>();

const nothing = (): Values => ({ merchantNo: null, ${thing}Name: '', remark: '' });
const formOf = ({ merchantNo, ${thing}Name, remark }: Values) => ({
  merchantNo: merchantNo ?? '',
  ${thing}Name,
  remark: remark.trim() === '' ? null : remark,
});

export function ${type}Page() {
  const t = useText();
  const screen = useListPage<Row>({
    load: ${thing}.page,
    idOf: (row) => row.${thing}No,
    columns,
    filters,
    file: { endpoint: ${thing}.exportList, jobKind: '${things}.export' },
  });
  const { list } = screen;
  const add = useAction({
    name: '${thing}Add',
    endpoint: ${thing}.save,
    request: (_subject: null, values: Values) => formOf(values),
    list: { refresh: list.refresh },
  });
  const update = useAction({
    name: '${thing}Update',
    endpoint: ${thing}.update,
    request: ({ ${thing}No, version }: Row, values: Values) => ({ ${thing}No, version, ...formOf(values) }),
    list,
    facts: (row) => ({ name: row.${thing}Name }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('${thing}.title')}
      nameOf={(row) => row.${thing}Name}
      rowActions={[allowedAs(update, 'update')]}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      detail={({ ${thing}No }) => <Detail ${thing}No={${thing}No} />}
    >
      <FormDialog action={add} defaults={nothing}>
        <Fields />
      </FormDialog>
      <FormDialog action={update} defaults={(row) => ({ ...row, remark: row.remark ?? '' })}>
        <Fields />
      </FormDialog>
    </ListScreen>
  );
}

function Fields() {
  return (
    <>
      <Select name="merchantNo" options={merchantOptions} />
      <Text name="${thing}Name" maxLength={64} />
      <Text name="remark" isOptional isLong maxLength={200} />
    </>
  );
}

function Detail({ ${thing}No }: Pick<Row, '${thing}No'>) {
  const t = useText();
  return (
    <DetailOf endpoint={${thing}.detail} request={{ ${thing}No }}>
      {(info) => (
        <>
          <DescriptionList of={info} columns={columns} />
          <History entries={info.history} titleOf={({ action }) => t(\`history.\${action}\`)} />
        </>
      )}
    </DetailOf>
  );
}
`;

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
