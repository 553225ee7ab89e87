import { Button, session$, useText, useValue } from '@kituo/sdk';

export type PreviewStyle = 'vertical' | 'crosswise';
const STYLES: readonly PreviewStyle[] = ['vertical', 'crosswise'];

/** In which style and language a menu is previewed. */
export function PreviewControls(props: {
  readonly style: PreviewStyle;
  readonly language: string;
  readonly setStyle: (style: PreviewStyle) => void;
  readonly setLanguage: (languageCode: string) => void;
}) {
  const t = useText();
  const { languages } = useValue(session$);
  return (
    <div className="menu-preview-controls">
      <span className="kp-muted">{t('menus.preview')}</span>
      {STYLES.map((style) => (
        <Button
          key={style}
          size="small"
          variant="minimal"
          aria-pressed={style === props.style}
          active={style === props.style}
          text={t(`menus.${style}`)}
          onClick={() => {
            props.setStyle(style);
          }}
        />
      ))}
      <span className="menu-preview-languages">
        {languages.map(({ languageCode, languageName }) => (
          <Button
            key={languageCode}
            size="small"
            variant="minimal"
            aria-pressed={languageCode === props.language}
            active={languageCode === props.language}
            text={languageName}
            onClick={() => {
              props.setLanguage(languageCode);
            }}
          />
        ))}
      </span>
    </div>
  );
}
