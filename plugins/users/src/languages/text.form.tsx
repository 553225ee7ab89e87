import { canOpen, Link, useText } from '@kituo/sdk';
import { languages } from '@kituo/sdk/contracts';
import { fieldsOf, FormDialog, useDetail, useFormValues } from '@kituo/sdk/page';
import type { Action } from '@kituo/sdk/page';
import type { TextRow } from './language-fields.ts';

export interface TextFormValues extends Record<string, unknown> {
  readonly text: string;
}
const { Text } = fieldsOf<Record<'text', unknown>>();

/** Writes a text over the shipped one; emptied, the shipped one is shown again. */
export function TextForm(props: { readonly action: Action<TextRow, TextFormValues>; readonly languageCode: string }) {
  return (
    <FormDialog action={props.action} defaults={(row): TextFormValues => ({ text: row.own ?? '' })}>
      {(row) => <TextFields row={row} languageCode={props.languageCode} />}
    </FormDialog>
  );
}

function TextFields(props: { readonly row: TextRow; readonly languageCode: string }) {
  const { row } = props;
  const t = useText();
  const { text } = useFormValues();
  const typed = typeof text === 'string' ? text : '';
  const places = useDetail(languages.textPlaces, { namespace: row.namespace });
  return (
    <>
      <dl className="language-text">
        <dt>{t('field.original')}</dt>
        <dd lang="en">{row.original}</dd>
        {row.shipped !== null && (
          <>
            <dt>{t('languages.shipped')}</dt>
            <dd lang={props.languageCode}>{row.shipped}</dd>
          </>
        )}
      </dl>
      <Text name="text" isLong maxLength={2000} hint={t('languages.textHint')} />
      {row.placeholders.length > 0 && (
        <ul className="language-placeholders" aria-live="polite">
          {row.placeholders.map((name) => {
            const mark = `{{${name}}}`;
            const isThere = typed === '' || typed.includes(mark);
            return (
              <li key={name} className={isThere ? undefined : 'language-lacking'}>
                <code>{mark}</code> {t(isThere ? 'languages.placeholderKept' : 'languages.placeholderMissing')}
              </li>
            );
          })}
        </ul>
      )}
      <p className="kp-muted">{t('languages.whereUsed')}</p>
      <p className="language-places">
        {places.data?.length === 0
          ? t('languages.everywhere')
          : (places.data ?? [])
              .filter(({ path }) => canOpen(path))
              .map(({ path, title }) => (
                <Link key={path} to={path} target="_blank">
                  {title}
                </Link>
              ))}
      </p>
      <p className="kp-muted">{t('languages.altHint')}</p>
    </>
  );
}
