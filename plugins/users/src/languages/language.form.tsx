import { session$, useText, useValue } from '@kituo/sdk';
import { fieldsOf } from '@kituo/sdk/page';
import { type LanguageRow, languageOptions } from './language-fields.ts';
import type { LanguageFormValues } from './language-form-values.ts';

const {
  Text,
  TreeSelect,
  Image,
  Switch,
  Number: NumberOf,
} = fieldsOf<Record<keyof LanguageFormValues & string, unknown>>();

/** The fields of a language; its code is fixed once saved. */
export function LanguageFields({ row }: { readonly row: LanguageRow | null }) {
  const t = useText();
  const { user } = useValue(session$);
  return (
    <>
      <div className="kp-pair">
        <Text name="languageName" maxLength={64} hint={t('languages.nameHint')} />
        <Text
          name="languageCode"
          maxLength={8}
          isDisabled={row !== null}
          hint={t(row === null ? 'languages.codeHint' : 'languages.codeFixed')}
        />
        <NumberOf name="sort" hint={t('menus.sortHint')} />
        <TreeSelect name="baseCode" isOptional source={languageOptions} hint={t('languages.baseHint')} />
      </div>
      {row !== null && row.flag !== null && (
        <div className="language-flag">
          <img src={row.flag} alt={t('languages.flagOf', { name: row.languageName })} />
          <Switch name="takesFlagAway" />
        </div>
      )}
      <Image
        name="flag"
        isOptional
        aspect={4 / 3}
        subjectType="own"
        subjectNo={user?.userNo ?? ''}
        hint={t('languages.flagHint')}
      />
    </>
  );
}
