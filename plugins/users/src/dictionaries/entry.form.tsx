import { useText } from '@kituo/sdk';
import { fieldsOf, useFormValues } from '@kituo/sdk/page';
import { CODE_TABLE_TYPE, TAG_COLOUR } from './entry-fields.ts';
import type { EntryFormValues } from './entry-form-values.ts';
import { JsonPreview } from './json-preview.tsx';

const {
  Text,
  Select,
  Segmented,
  Languages,
  Json,
  Switch,
  Number: NumberOf,
} = fieldsOf<Record<keyof EntryFormValues & string, unknown>>();

/** The fields of an entry, and of its dictionary where that is made with it. */
export function EntryFields(props: {
  readonly isNewDictionary: boolean;
  /** Mirrors a state machine: words, colour and order alone. */
  readonly isFixed: boolean;
}) {
  const { isNewDictionary, isFixed } = props;
  const t = useText();
  const { codeTableType, dictValue } = useFormValues();
  return (
    <>
      {isNewDictionary && (
        <>
          <div className="kp-pair">
            <Text name="dictType" maxLength={64} hint={t('dictionary.typeHint')} />
            <Text name="dictName" maxLength={64} />
          </div>
          <Segmented name="codeTableType" options={CODE_TABLE_TYPE} />
        </>
      )}
      <div className="kp-pair">
        <Text
          name="dictKey"
          maxLength={64}
          isDisabled={isFixed}
          hint={t(isFixed ? 'dictionary.fixedHint' : 'dictionary.keyHint')}
        />
        <NumberOf name="sort" hint={t('dictionary.sortHint')} />
      </div>
      <Languages name="label" maxLength={200} />
      <div className="kp-pair">
        <Select name="tagColour" options={TAG_COLOUR} isOptional />
        {!isFixed && <Switch name="enabled" />}
      </div>
      {codeTableType === 'JSON' ? (
        <>
          <Json name="dictValue" rows={6} hint={t('dictionary.jsonHint')} />
          <JsonPreview text={typeof dictValue === 'string' ? dictValue : ''} />
        </>
      ) : (
        !isFixed && <Text name="dictValue" isOptional maxLength={200} />
      )}
      <Text name="remark" isOptional isLong maxLength={200} />
    </>
  );
}
