import { Button, hasPseudoTexts, showPseudoTexts, useText } from '@kituo/sdk';

/** Shows every text of the console in brackets, in this tab: what stays plain does not come from a locale file. */
export function PseudoButton() {
  const t = useText();
  const isOn = hasPseudoTexts();
  return (
    <Button
      variant="minimal"
      aria-pressed={isOn}
      active={isOn}
      text={t('languages.pseudo')}
      title={t('languages.pseudoText')}
      onClick={() => {
        showPseudoTexts(!isOn);
      }}
    />
  );
}
