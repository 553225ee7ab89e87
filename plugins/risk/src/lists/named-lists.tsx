import { formatDateTime, useText } from '@kituo/sdk';
import { riskList } from '@kituo/sdk/contracts';
import {
  fieldsOf,
  FormDrawer,
  type OptionSource,
  remoteOptions,
  ShortList,
  Status,
  useAction,
  useDetail,
} from '@kituo/sdk/page';
import { RISK_LIST_TYPE } from '../parts/codes.ts';
import type { ReactNode } from 'react';

type Row = riskList.NamedListRow;
type ListType = Row['listType'];
interface Values extends Record<string, unknown> {
  readonly listCode: string;
  readonly listName: string;
  readonly listType: ListType;
}
const { Segmented, Text } = fieldsOf<Values>();
const SHOWN = ['listName', 'listCode', 'listType', 'activeEntries', 'hits', 'createdByName', 'createdAt'] as const;

const optionsOf = (rows: readonly Row[]) =>
  rows.map(({ listCode, listName }) => ({ value: listCode, label: listName, hint: listCode }));
/** Every list, by name. */
export const listOptions = remoteOptions(riskList.lists, optionsOf);
const ofType = (type: ListType) =>
  remoteOptions(riskList.lists, (all) => optionsOf(all.filter(({ listType }) => listType === type)), type);
/** The lists of a type. */
export const listsOfType: Readonly<Record<ListType, OptionSource>> = {
  BLACK: ofType('BLACK'),
  GREY: ofType('GREY'),
  WHITE: ofType('WHITE'),
};

/** The lists by name: what each does is its type's. */
export function NamedLists() {
  const t = useText();
  const lists = useDetail(riskList.lists, {});
  const save = useAction({
    name: 'listSave',
    endpoint: riskList.saveList,
    request: (before: Row | null, { listCode, listName, listType }: Values) => ({
      listCode: before?.listCode ?? listCode.trim().toUpperCase(),
      listName,
      listType: before?.listType ?? listType,
      ...(before !== null && { version: before.version }),
    }),
    list: { refresh: lists.refresh },
  });
  const of: Readonly<Record<(typeof SHOWN)[number], (row: Row) => ReactNode>> = {
    listName: ({ listName }) => listName,
    listCode: ({ listCode }) => listCode,
    listType: ({ listType }) => <Status of={RISK_LIST_TYPE} code={listType} />,
    activeEntries: ({ activeEntries }) => activeEntries,
    hits: ({ hits }) => hits,
    createdByName: ({ createdByName }) => createdByName ?? t('namedList.standard'),
    createdAt: ({ createdAt }) => formatDateTime(createdAt),
  };
  return (
    <ShortList
      title={t('tab.lists')}
      detail={lists}
      save={save}
      editLabel={t('action.listSave.edit')}
      idOf={({ listCode }) => listCode}
      columns={SHOWN.map((name) => ({
        name,
        title: t(`namedList.${name}`),
        of: of[name],
        ...((name === 'activeEntries' || name === 'hits') && { isFigure: true }),
      }))}
    >
      <FormDrawer action={save} defaults={(row): Values => row ?? { listCode: '', listName: '', listType: 'BLACK' }}>
        {(row: Row | null) => (
          <>
            <Text name="listName" label={t('namedList.listName')} maxLength={64} />
            {row === null ? <CodeAndType /> : <p className="kp-muted">{t('namedList.fixed')}</p>}
          </>
        )}
      </FormDrawer>
    </ShortList>
  );
}

function CodeAndType() {
  const t = useText();
  return (
    <>
      <Text name="listCode" label={t('namedList.listCode')} maxLength={32} hint={t('namedList.codeHint')} />
      <Segmented name="listType" options={RISK_LIST_TYPE} />
    </>
  );
}
