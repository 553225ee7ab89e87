import { formatDateTime, useText } from '@kituo/sdk';
import { riskList } from '@kituo/sdk/contracts';
import {
  ActionButton,
  Answered,
  fieldsOf,
  FormDrawer,
  type OptionSource,
  remoteOptions,
  Status,
  useAction,
  useDetail,
} from '@kituo/sdk/page';
import { RISK_LIST_TYPE } from '../parts/codes.ts';
import '../rules/rules.css';

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
  const rename = { ...save, label: t('action.listSave.edit') };
  return (
    <section className="kp-page" aria-label={t('tab.lists')}>
      <header className="kp-head">
        <h1>{t('tab.lists')}</h1>
        <div className="kp-head-action">
          {save.isPermitted && <ActionButton action={save} subject={null} isPrimary />}
        </div>
      </header>
      <Answered detail={lists}>
        {(rows) => (
          <table className="rk-items">
            <thead>
              <tr>
                {SHOWN.map((name) => (
                  <th scope="col" key={name}>
                    {t(`namedList.${name}`)}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.listCode}>
                  <th scope="row">{row.listName}</th>
                  <td>{row.listCode}</td>
                  <td>
                    <Status of={RISK_LIST_TYPE} code={row.listType} />
                  </td>
                  <td className="ks-figures">{row.activeEntries}</td>
                  <td className="ks-figures">{row.hits}</td>
                  <td>{row.createdByName ?? t('namedList.standard')}</td>
                  <td>{formatDateTime(row.createdAt)}</td>
                  <td>{save.isPermitted && <ActionButton action={rename} subject={row} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Answered>
      <FormDrawer action={save} defaults={(row): Values => row ?? { listCode: '', listName: '', listType: 'BLACK' }}>
        {(row: Row | null) => (
          <>
            <Text name="listName" label={t('namedList.listName')} maxLength={64} />
            {row === null ? <CodeAndType /> : <p className="kp-muted">{t('namedList.fixed')}</p>}
          </>
        )}
      </FormDrawer>
    </section>
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
