import { Button, EatTime, NOTHING, useText } from '@kituo/sdk';
import { dictionary } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { Answered, Confirm, DescriptionList, DetailDrawer, known, useAction, useDetail } from '@kituo/sdk/page';
import { entryColumns } from './entry-fields.ts';
import type { EntryRow } from './entry-row.ts';

type Change = ReplyOf<typeof dictionary.history>[number];
type Facts = Change['after'];

/** One entry: what it says, where it stands, what it was. */
export function EntryDetail(props: {
  readonly opened: EntryRow | null;
  readonly refresh: () => void;
  readonly onClose: () => void;
}) {
  const { opened } = props;
  const t = useText();
  const detail = useDetail(dictionary.uses, opened && { id: opened.id });
  return (
    <DetailDrawer detail={detail} isOpen={opened !== null} title={opened?.dictKey ?? ''} onClose={props.onClose}>
      {({ places, sections }) =>
        opened !== null && (
          <>
            <DescriptionList of={opened} columns={entryColumns} />
            <h3>{t('dictionary.whereUsed')}</h3>
            {places.length === 0 && sections.length === 0 ? (
              <p className="kp-muted">{t('dictionary.usedNowhere')}</p>
            ) : (
              <ul className="kp-facts">
                {places.map(({ place, rows }) => (
                  <li key={place}>{t('dictionary.usedRows', { place, count: rows })}</li>
                ))}
                {sections.length > 0 && <li>{t('dictionary.usedSections', { sections: sections.join(', ') })}</li>}
              </ul>
            )}
            <EntryHistory row={opened} onRestored={props.refresh} />
          </>
        )
      }
    </DetailDrawer>
  );
}

/** The fields in which two states of an entry differ. */
function differences(before: Facts, after: Facts): (keyof Facts)[] {
  const fields: (keyof Facts)[] = ['dictKey', 'label', 'dictValue', 'sort', 'enabled', 'tagColour', 'remark'];
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

/** A field of an entry in words: yes and no, what a colour is called, words by language. */
function useShown(): (facts: Facts, field: keyof Facts) => string {
  const t = useText();
  return (facts, field) => {
    const value = facts[field];
    if (typeof value === 'boolean') return t(value ? 'changes.yes' : 'changes.no');
    if (field === 'tagColour') return t(`TAG_COLOUR.${facts.tagColour ?? 'none'}`);
    if (typeof value !== 'object') return value === '' ? NOTHING : String(value);
    const words = Object.entries(value ?? {}).filter(([, text]) => text !== '');
    return words.map(([language, text]) => `${language}: ${text}`).join(' · ') || NOTHING;
  };
}

function EntryHistory(props: { readonly row: EntryRow; readonly onRestored: () => void }) {
  const { row } = props;
  const t = useText();
  const history = useDetail(dictionary.history, { id: row.id });
  const shown = useShown();
  const restore = useAction({
    name: 'entryRestore',
    endpoint: dictionary.save,
    request: (before: Facts) => ({
      ...before,
      tagColour: dictionary.tagColour.safeParse(before.tagColour).data ?? null,
      label: { ...before.label },
      dictType: row.dictType,
      id: row.id,
      version: row.version,
    }),
    list: { refresh: props.onRestored },
    facts: () => ({ name: row.dictKey }),
  });
  const mayRestore = row.allowedActions.includes('update');
  return (
    <>
      <h3>{t('dictionary.history')}</h3>
      <Answered detail={history}>
        {(changes) =>
          changes.length === 0 ? (
            <p className="kp-muted">{t('dictionary.noHistory')}</p>
          ) : (
            <ol className="dictionary-history">
              {changes.map(({ changedAt, changedByName, before, after }) => (
                <li key={changedAt}>
                  <div>
                    <b>{changedByName ?? '-'}</b> <EatTime at={changedAt} />
                  </div>
                  {before === null ? (
                    <p>{t('dictionary.added')}</p>
                  ) : (
                    <>
                      {differences(before, after).map((field) => (
                        <p key={field}>
                          {t(`field.${field}`)}: <del>{shown(before, field)}</del> → {shown(after, field)}
                        </p>
                      ))}
                      {mayRestore && (
                        <Button
                          size="small"
                          text={restore.label}
                          loading={restore.isPending}
                          onClick={() => {
                            restore.open(before);
                          }}
                        />
                      )}
                    </>
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </Answered>
      <Confirm
        action={restore}
        preview={known(true)}
        describe={(_known, before) => (
          <ul className="kp-facts">
            {differences(row, before).map((field) => (
              <li key={field}>
                {t(`field.${field}`)}: {shown(before, field)}
              </li>
            ))}
          </ul>
        )}
      />
    </>
  );
}
