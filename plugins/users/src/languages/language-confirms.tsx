import { useText } from '@kituo/sdk';
import { Ask } from '@kituo/sdk/page';
import type { LanguageRow } from './language-fields.ts';
import type { useLanguageActions } from './use-language-actions.ts';

/** Asks before a language is offered or no longer, becomes the default, or goes. */
export function LanguageConfirms(props: {
  readonly actions: Pick<ReturnType<typeof useLanguageActions>, 'state' | 'setDefault' | 'remove'>;
}) {
  const { state, setDefault, remove } = props.actions;
  const t = useText();
  const textOfState = ({ isEnabled, userCount, fallsBackTo }: LanguageRow): string => {
    if (!isEnabled) return t('languages.enableText');
    return userCount === 0
      ? t('languages.disableUnused')
      : t('languages.disableText', { count: userCount, language: fallsBackTo });
  };
  return (
    <>
      <Ask action={state} say={textOfState} />
      <Ask action={setDefault} say={() => t('languages.defaultText')} />
      <Ask action={remove} say={(row) => t('languages.deleteText', { name: row.languageName })} />
    </>
  );
}
