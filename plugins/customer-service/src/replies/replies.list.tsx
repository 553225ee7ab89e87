import { useText } from '@kituo/sdk';
import { replyTemplate } from '@kituo/sdk/contracts';
import {
  allowedAs,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDialog,
  History,
  ListScreen,
  merchantOptions,
  onPage,
  PlusIcon,
  useAction,
  useListPage,
} from '@kituo/sdk/page';
import { Part } from '../parts/part.tsx';
import { REPLY_LANGUAGE, replyColumns, replyFilters, type ReplyRow } from './reply-fields.ts';

interface Values extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly templateName: string;
  readonly language: ReplyRow['language'];
  readonly content: string;
  readonly isEnabled: boolean;
}
const { Segmented, Select, Switch, Text } = fieldsOf<Values>();
const valuesOf = (row: ReplyRow | null): Values => ({
  merchantNo: row?.merchantNo ?? null,
  templateName: row?.templateName ?? '',
  language: row?.language ?? 'en',
  content: row?.content ?? '',
  isEnabled: row?.isEnabled ?? true,
});
const formOf = ({ merchantNo, ...values }: Values) => ({ merchantNo: merchantNo ?? '', ...values });

/** Texts that answers to customers begin with. */
export function ReplyTemplateList() {
  const t = useText();
  const screen = useListPage<ReplyRow>({
    load: replyTemplate.page,
    idOf: (row) => row.replyTemplateNo,
    columns: replyColumns,
    filters: replyFilters,
    defaultSort: '-updatedAt',
    file: { endpoint: replyTemplate.exportList, jobKind: 'replyTemplates.export' },
  });
  const { list } = screen;
  const add = useAction({
    name: 'replyAdd',
    endpoint: replyTemplate.save,
    request: (_nothing: null, values: Values) => formOf(values),
    list: { refresh: list.refresh },
  });
  const update = useAction({
    name: 'replyUpdate',
    endpoint: replyTemplate.save,
    request: ({ replyTemplateNo, version }: ReplyRow, values: Values) => ({
      replyTemplateNo,
      version,
      ...formOf(values),
    }),
    list,
    facts: ({ templateName }) => ({ name: templateName }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('replies.title')}
      nameOf={({ templateName }) => templateName}
      rowActions={[allowedAs(update, 'update')]}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      detail={({ replyTemplateNo }) => (
        <DetailOf endpoint={replyTemplate.detail} request={{ replyTemplateNo }}>
          {({ row, history }) => (
            <>
              <DescriptionList of={row} columns={replyColumns} />
              <Part title={t('tab.history')}>
                <History entries={history} titleOf={({ action }) => t(`history.${action}`)} />
              </Part>
            </>
          )}
        </DetailOf>
      )}
      emptyText={t('replies.none')}
    >
      <FormDialog action={add} defaults={() => valuesOf(null)}>
        <Fields />
      </FormDialog>
      <FormDialog action={update} defaults={valuesOf}>
        <Fields />
      </FormDialog>
    </ListScreen>
  );
}

function Fields() {
  return (
    <>
      <Select name="merchantNo" options={merchantOptions} />
      <Text name="templateName" maxLength={64} />
      <Segmented name="language" options={REPLY_LANGUAGE} />
      <Text name="content" isLong maxLength={1000} />
      <Switch name="isEnabled" />
    </>
  );
}
